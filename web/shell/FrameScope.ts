import { createContext } from 'react'

/**
 * Opens what lies over the whole frame: the theme panel, the command palette. Both stand above the layouts, so that
 * they stay open while those change under them.
 */
export const FrameScope = createContext<{ openTheme: () => void; openPalette: () => void }>({
  openTheme: () => {},
  openPalette: () => {},
})
