import { foldWord } from './words.ts'

/** A line that sums up a table, in exactly these words. */
const totalWords = new Set(
  [
    ...[
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
    ],
    ...['المجموع الكلي', 'الإجمالي العام', 'الإجمالي الكلي', 'إجمالي عام', 'المجموع العام'],
  ].map(foldWord),
)
/** "Total for Horizon Co." */
const totalOf = /^(total|totals|sub total|subtotal|grand total|اجمالي|مجموع) /

/** Whether a text names the sum of a table or, in a report, of one of its groups. */
export function isTotal(text: string, ofGroups = true): boolean {
  const folded = foldWord(text)
  return totalWords.has(folded) || (ofGroups && totalOf.test(folded))
}
