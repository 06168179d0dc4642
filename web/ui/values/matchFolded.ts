import type { OptionsFilter } from '@mantine/core'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import type { Choice } from './toSelectOption.ts'

/**
 * Finds options as the server finds rows: every typed word, in either language, alef and hamza and digits folded. What has
 * the very code, number or name comes first: Enter takes it, though another with a longer code stands before it.
 */
export const matchFolded: OptionsFilter = ({ options, search, limit }) => {
  const typed = normalizeForSearch(search).trim()
  if (typed === '') return options.slice(0, limit)
  const words = typed.split(' ')
  const matching = (options as Choice[]).filter(({ label, words: other = '' }) => {
    const folded = normalizeForSearch(`${label} ${other}`)
    return words.every((word) => folded.includes(word))
  })
  const isNumber = /^\d+$/.test(typed)
  const isMeant = ({ label, code }: Choice) => {
    const folded = normalizeForSearch(label)
    return folded === typed || normalizeForSearch(code ?? '') === typed || (isNumber && folded.startsWith(`${typed} `))
  }
  const { meant = [], others = [] } = Object.groupBy(matching, (one) => (isMeant(one) ? 'meant' : 'others'))
  return [...meant, ...others].slice(0, limit)
}
