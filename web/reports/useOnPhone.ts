import { useMediaQuery } from '@mantine/hooks'
import { useOnPaper } from './useOnPaper.ts'

const narrow = 'screen and (max-width: 767px)'

/** Whether there is room for a name and one or two figures only. Paper always has the same width. */
export function useOnPhone(): boolean {
  const onPaper = useOnPaper()
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false })
  return isNarrow && !onPaper
}
