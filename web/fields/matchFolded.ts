import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { foldText } from '#contract/fields/clean-text.ts'

/** Finds options as the server finds rows: every typed word, alef and hamza and digits folded. */
export const matchFolded: OptionsFilter = ({ options, search, limit }) => {
  const words = foldText(search).split(' ')
  const matching = (options as ComboboxItem[]).filter(({ label }) => {
    const folded = foldText(label)
    return words.every((word) => folded.includes(word))
  })
  return matching.slice(0, limit)
}
