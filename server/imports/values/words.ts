import { normalizeForSearch } from '#contract/fields/clean-text.ts'

/** The common form of spellings of a heading, a word or a name: signs and the Arabic article are ignored. */
export const foldWord = (value: string): string =>
  normalizeForSearch(value)
    .replace(/[_\-*:./()[\]#،,]+/g, ' ')
    .replace(/(^|\s)ال(?=\S{2})/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

const truths: Record<string, 'true' | 'false'> = {
  ...Object.fromEntries(
    ['1', 'true', 'yes', 'y', 'نعم', 'صح', 'x', '✓'].map((word) => [foldWord(word) || word, 'true']),
  ),
  ...Object.fromEntries(['0', 'false', 'no', 'n', 'لا', 'خطا'].map((word) => [foldWord(word), 'false'])),
}
/** Yes or no in either language; undefined if it is neither. */
export const readTruth = (value: string): 'true' | 'false' | undefined => truths[foldWord(value) || value.trim()]
