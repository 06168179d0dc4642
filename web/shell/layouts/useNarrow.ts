import { useMediaQuery } from '@mantine/hooks'

/** Below 768 px (or the width a layout needs) there is no room for its navigation; it moves into a drawer. */
export const useNarrow = (below = 768): boolean =>
  useMediaQuery(`(max-width: ${below - 1}px)`, window.innerWidth < below)
