import { type ImportColumn, textColumn } from './import-columns.ts'

export const choiceColumn = (
  key: string,
  heads: readonly string[],
  choices: NonNullable<ImportColumn['choices']>,
  example = '',
): ImportColumn => ({ key, type: 'choice', heads, choices, example })

/**
 * The place of a record in the order of posting, as our exports write it. Files of several kinds that come in together are written in
 * this order; otherwise it means nothing.
 */
export const orderColumn = textColumn('posting_order', ['ترتيب الترحيل', 'posting order'])
