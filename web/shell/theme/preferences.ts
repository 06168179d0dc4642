import { type LayoutName, layoutNames } from '../layouts/layoutNames.ts'
import { type ColorName, colorNames } from './palettes.ts'
import { usePreference } from './usePreference.ts'

export const directions = ['language', 'rtl', 'ltr'] as const
export const navigationModes = ['default', 'themed'] as const
export const shades = ['500', '600', '700', '800', '900'] as const
export type Shade = (typeof shades)[number]

/** The settings of the theme panel, each stored in this browser; the defaults are the specification's. */
export const useLayoutName = () => usePreference<LayoutName>('mizan-layout', layoutNames, 'modern')
export const useDirectionChoice = () => usePreference('mizan-direction', directions, 'language')
export const useNavigationMode = () => usePreference('mizan-navigation', navigationModes, 'default')
export const useColorName = () => usePreference<ColorName>('mizan-color', colorNames, 'indigo')
export const useShade = () => usePreference<Shade>('mizan-shade', shades, '600')
