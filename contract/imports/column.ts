import type { ImportColumn } from './import-columns.ts'

const columnOf =
  (type: ImportColumn['type']) =>
  (key: string, heads: readonly string[], example = ''): ImportColumn => ({ key, type, heads, example })
export const textColumn = columnOf('text')
export const referenceColumn = columnOf('reference')
export const figureColumn = columnOf('figure')
export const dayColumn = columnOf('day')

export const choiceColumn = (
  key: string,
  heads: readonly string[],
  choices: NonNullable<ImportColumn['choices']>,
  example = '',
): ImportColumn => ({ key, type: 'choice', heads, choices, example })

export const requiredColumn = (column: ImportColumn): ImportColumn => ({ ...column, isRequired: true })

/**
 * The place of a record in the order of posting, as our exports write it. Files of several kinds that come in together are written in
 * this order; otherwise it means nothing.
 */
export const orderColumn = textColumn('posting_order', ['ترتيب الترحيل', 'posting order'])
export const rateColumn = figureColumn('exchange_rate', ['سعر الصرف', 'exchange rate', 'currency rate'])
export const currencyColumn = referenceColumn(
  'currency_id',
  ['العملة', 'رمز العملة', 'currency', 'currency code'],
  'SAR',
)
export const branchColumn = referenceColumn('branch_id', ['الفرع', 'branch', 'location'])
