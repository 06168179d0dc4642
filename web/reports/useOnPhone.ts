import { useMediaQuery } from '@mantine/hooks'
import { useOnPaper } from './useOnPaper.ts'

const narrow = 'screen and (max-width: 767px)'

/** Whether there is room for a name and a figure or two; paper is as wide from whatever it is printed. */
export function useOnPhone(): boolean {
  const onPaper = useOnPaper()
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false })
  return isNarrow && !onPaper
}
