import { createContext } from 'react'

/**
 * Opens overlays of the whole frame: the theme panel, the command palette. Both are above the layouts, so that they
 * stay open while a layout changes.
 */
export const FrameScope = createContext<{ openTheme: () => void; openPalette: () => void }>({
  openTheme: () => {},
  openPalette: () => {},
})
