import { type ImportColumn, textColumn } from './import-columns.ts'
import { wordList } from './word-list.ts'

export const referenceColumn = (key: string, heads: readonly string[], example = ''): ImportColumn => ({
  key,
  type: 'reference',
  heads,
  example,
})
export const figureColumn = (key: string, heads: readonly string[], example = ''): ImportColumn => ({
  key,
  type: 'figure',
  heads,
  example,
})
export const dayColumn = (key: string, heads: readonly string[], example = ''): ImportColumn => ({
  key,
  type: 'day',
  heads,
  example,
})
export const requiredColumn = (column: ImportColumn): ImportColumn => ({ ...column, isRequired: true })

export const currencyColumn = referenceColumn(
  'currency_id',
  ['العملة', 'رمز العملة', 'currency code', 'currency'],
  'SAR',
)
export const branchColumn = referenceColumn(
  'branch_id',
  wordList('الفرع, branch, branch name, location, location name, الموقع'),
)
/** The further unit of its product that a row states, by its name or code; with its content where several have the name: Carton (12). */
export const rowUnitColumn: ImportColumn = {
  key: 'product_unit_id',
  type: 'text',
  heads: wordList('وحدة السطر, الوحدة, وحدة القياس, row unit, unit, uom, unit of measure, item unit, unit name'),
  example: '',
}
/** The batches or serial numbers of a row in one cell: B-1=5@2027-03-31; B-2=2. */
export const lotsColumn: ImportColumn = {
  key: 'lots',
  type: 'text',
  heads: wordList(`
    الدفعات, الدفعة, رقم الدفعة, رقم التشغيلة, الرقم التسلسلي, الأرقام التسلسلية, lots, lot, lot number, batch, batches, batch no, batch number,
    serial number, serial numbers, serial no
  `),
  example: '',
}
/** The place whose goods a record moves. */
export const placeColumn = referenceColumn('place_id', wordList('المستودع, warehouse, warehouse name'))
export const costCenterColumn = referenceColumn(
  'cost_center_id',
  wordList(`
  مركز التكلفة, cost center, project, project name, analytic account, analytic distribution, المشروع
`),
)
export const customerColumn = referenceColumn(
  'customer_id',
  wordList(`
    العميل, اسم العميل, customer, customer name, contact name, client, client name, partner, invoice partner
    display name, partner name, contact, جهة الاتصال, الجهة, party name, party
  `),
  'شركة الأفق للتجارة',
)
export const supplierColumn = referenceColumn(
  'supplier_id',
  wordList(`
    المورد, اسم المورد, supplier, vendor, vendor name, supplier name, contact name, partner, invoice partner
    display name, partner name, contact, جهة الاتصال, الجهة, party name, party
  `),
  'شركة الأفق للتجارة',
)

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
