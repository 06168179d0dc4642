import { createTheme, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'

// Shade 600 is the specified accent of the product; white text on it has a contrast of 6:1.
const indigo: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
]

/** Typing into a choice replaces it and does not append. A second click sets the caret. */
function selectChosen({ currentTarget: input }: MouseEvent<HTMLInputElement>): void {
  if (!input.readOnly && input.ariaExpanded !== 'true') input.select()
}

/** The main button of a page differs from it in every shade; others have their own colours. */
const rimOfButton = (_: unknown, { color, variant = 'filled' }: { color?: string; variant?: string }) =>
  color || variant !== 'filled' ? { root: {} } : { root: { '--button-bd': '1px solid var(--accent-rim, transparent)' } }

/**
 * The page below does not scroll, but its scroll bar stays: without it the page would move, and a drawer on the side where a
 * right-to-left page has none would hang over the edge by its width.
 */
const overThePage = {
  defaultProps: { removeScrollProps: { removeScrollBar: false } },
  styles: { title: { fontWeight: 600, fontSize: 16 } },
}

/** Calm by default: one accent, small radii, labels by weight rather than size. */
export const theme = createTheme({
  colors: { indigo },
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 6 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'Plex, Riyal, system-ui, sans-serif',
  fontFamilyMonospace: 'Plex, Riyal, ui-monospace, monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.35' },
      h2: { fontSize: '17px', lineHeight: '1.4' },
      h3: { fontSize: '15px', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  defaultRadius: 'md',
  radius: { md: '7px' },
  components: {
    Input: { defaultProps: { size: 'sm' } },
    InputWrapper: {
      styles: { label: { marginBlockEnd: 4 } },
      defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Select: { defaultProps: { onClick: selectChosen } },
    Drawer: overThePage,
    Modal: overThePage,
    Button: { defaultProps: { size: 'sm' }, vars: rimOfButton },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' }, styles: { root: { color: 'var(--muted)' } } },
  },
})
