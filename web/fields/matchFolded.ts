import type { OptionsFilter } from '@mantine/core'
import { foldText } from '#contract/fields/clean-text.ts'
import type { Choice } from './choiceOf.ts'

/** Finds options as the server finds rows: every typed word, in either language, alef and hamza and digits folded. */
export const matchFolded: OptionsFilter = ({ options, search, limit }) => {
  const words = foldText(search).split(' ')
  const matching = (options as Choice[]).filter(({ label, words: other = '' }) => {
    const folded = foldText(`${label} ${other}`)
    return words.every((word) => folded.includes(word))
  })
  return matching.slice(0, limit)
}
