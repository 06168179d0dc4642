import { foldWord } from '#server/imports/values/words.ts'

/** A number of at least three signs, as a word of its own. */
export const isNumberIn = (words: string, folded: string): boolean =>
  folded.length >= 3 && /\d/.test(folded) && ` ${words} `.includes(` ${folded} `)
/** Banks cut names: the first two words are enough. */
export const partyWords = (name: string | null): string => {
  const folded = foldWord(name ?? '').replace(/^(شركه|مؤسسه|موسسه|مصنع) /, '')
  const [first = '', second = ''] = folded.split(' ')
  if (first.length < 3) return ''
  return second ? `${first} ${second}` : first
}
export const isNameIn = (words: string, folded: string): boolean => folded !== '' && words.includes(folded)
