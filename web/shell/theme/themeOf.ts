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
    // At equal contrast of white and black: text on the accent has 4.5:1 either way.
    luminanceThreshold: 0.183,
  }
}

/**
 * Text in the accent's colour: never lighter than 700 on a light page, always light on a dark one. There a shape of a shade as dark
 * as the page is drawn in a lighter one: the bars of a chart, the rim of a button.
 */
export function accentVariables(color: ColorName, shade: Shade): CSSVariablesResolver {
  const palette = paletteOf(color)
  const index = indexOf(shade)
  const own = palette[index] ?? ''
  const lighter = palette[5] ?? ''
  return () => ({
    variables: {},
    light: { '--accent-text': palette[Math.max(index, 7)] ?? '', '--accent-seen': own, '--accent-rim': 'transparent' },
    dark: {
      '--accent-text': palette[3] ?? '',
      ...(index > 6
        ? { '--accent-seen': lighter, '--accent-rim': lighter }
        : { '--accent-seen': own, '--accent-rim': 'transparent' }),
    },
  })
}

/** Remembers the colour for the pages before the sign-in, which load no theme: fill, text on light, text on dark. */
export function rememberAccent(color: ColorName, shade: Shade): void {
  const palette = paletteOf(color)
  const index = indexOf(shade)
  const [fill = '', onLight = '', onDark = ''] = [palette[index], palette[Math.max(index, 7)], palette[3]]
  const root = document.documentElement
  root.style.setProperty('--chosen-fill', fill)
  root.style.setProperty('--chosen-text', root.dataset.mantineColorScheme === 'dark' ? onDark : onLight)
  try {
    localStorage.setItem('mizan-accent', [fill, onLight, onDark].join(' '))
  } catch {
    // Without storage the next visit begins in the default colour.
  }
}

const indexOf = (shade: Shade) => (Number(shade) / 100) as MantineColorShade
