import { normalizeForSearch } from '#contract/fields/clean-text.ts'

/** The common form of spellings of a heading, a word or a name: signs and the Arabic article are ignored. */
export const foldWord = (value: string): string =>
  normalizeForSearch(value)
    .replace(/[_\-*:./()[\]#،,]+/g, ' ')
    .replace(/(^|\s)ال(?=\S{2})/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

const trueWords = ['1', 'true', 'yes', 'y', 'نعم', 'صح', 'x', '✓', 'inclusive', 'tax inclusive', 'شامل', 'شامل الضريبة']
const falseWords = ['0', 'false', 'no', 'n', 'لا', 'خطا', 'exclusive', 'tax exclusive', 'غير شامل', 'غير شامل الضريبة']
const truths: Record<string, 'true' | 'false'> = {
  ...Object.fromEntries(trueWords.map((word) => [foldWord(word) || word, 'true'])),
  ...Object.fromEntries(falseWords.map((word) => [foldWord(word), 'false'])),
}
/** Yes or no in either language; undefined if it is neither. */
export const readTruth = (value: string): 'true' | 'false' | undefined => truths[foldWord(value) || value.trim()]
