import type { CSSVariablesResolver, MantineColorShade, MantineThemeOverride } from '@mantine/core'
import { theme } from '../../theme.ts'
import { type ColorName, paletteOf } from './palettes.ts'
import type { Shade } from './preferences.ts'

/** The theme with another accent. The accent keeps its default's name, so nothing that draws with it has to know. */
export function themeOf(color: ColorName, shade: Shade): MantineThemeOverride {
  const index = indexOf(shade)
  return {
    ...theme,
    colors: { ...theme.colors, indigo: paletteOf(color) },
    primaryShade: { light: index, dark: index },
    // Where white and black stand out equally: either way the text on the accent has 4.5:1.
    luminanceThreshold: 0.183,
  }
}

/**
 * Text in the accent's colour: never lighter than 700 on a light page, always light on a dark one, where a button of a shade as
 * dark as the page has a rim.
 */
export function accentVariables(color: ColorName, shade: Shade): CSSVariablesResolver {
  const palette = paletteOf(color)
  return () => ({
    variables: {},
    light: { '--accent-text': palette[Math.max(indexOf(shade), 7)] ?? '' },
    dark: {
      '--accent-text': palette[3] ?? '',
      '--accent-rim': indexOf(shade) > 6 ? (palette[5] ?? '') : 'transparent',
    },
  })
}

const indexOf = (shade: Shade) => (Number(shade) / 100) as MantineColorShade
