import { foldWord } from './words.ts'

/** The whole text of a cell that labels a total row. */
const totalWords = new Set(
  [
    'total',
    'totals',
    'sub total',
    'subtotal',
    'grand total',
    'report total',
    'الإجمالي',
    'المجموع',
    'إجمالي',
    'مجموع',
    'المجموع الكلي',
    'الإجمالي العام',
    'الإجمالي الكلي',
    'إجمالي عام',
    'المجموع العام',
  ].map(foldWord),
)
/** The total of a group: "Total for Horizon Co." */
const totalOf = /^(total|totals|sub total|subtotal|grand total|اجمالي|مجموع) /

/** Whether a text labels the total of a table or, with `ofGroups`, of a group in a report. */
export function isTotal(text: string, ofGroups = true): boolean {
  const folded = foldWord(text)
  return totalWords.has(folded) || (ofGroups && totalOf.test(folded))
}
