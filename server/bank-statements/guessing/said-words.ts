import { foldWord } from '#server/reading/values/words.ts'

/** The words of a text, folded, with one space between them: what is no letter and no digit separates words. */
export const saidWords = (...texts: readonly (string | null | undefined)[]): string =>
  foldWord(texts.map((one) => one ?? '').join(' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The words of a line of the bank. */
export const wordsOfLine = (line: { description: string; reference: string | null; counterparty: string | null }) =>
  saidWords(line.description, line.reference, line.counterparty)

/** Whether a text says these words, each as a whole word: STC is not in EASTCOAST. */
export const saysWords = (words: string, wanted: string): boolean =>
  wanted !== '' && ` ${words} `.includes(` ${wanted} `)

/** A number of at least three signs, as a word of its own. */
export const isNumberIn = (words: string, folded: string): boolean =>
  folded.length >= 3 && /\d/.test(folded) && saysWords(words, folded)

/** Banks cut names: the first two words are enough. */
export const partyWords = (name: string | null): string => {
  const folded = saidWords(name).replace(/^(شركه|مؤسسه|موسسه|مصنع) /, '')
  const [first = '', second = ''] = folded.split(' ')
  if (first.length < 3) return ''
  return second ? `${first} ${second}` : first
}

export const isNameIn = (words: string, folded: string): boolean => saysWords(words, folded)
