import { createContext } from 'react'

/** Opens the theme panel. It stands above the layouts, so that it stays open while they change under it. */
export const ThemeScope = createContext<() => void>(() => {})
