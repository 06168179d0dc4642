import type { OptionsFilter } from '@mantine/core'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import type { Choice } from './toSelectOption.ts'

/**
 * Finds options as the server finds rows: every typed word, in either language, with alef, hamza and digits folded. An
 * exact code, number or name comes first, so that Enter takes it, even if an option with a longer code precedes it.
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
