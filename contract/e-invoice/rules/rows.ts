import { type Decimal, decimal, ratio, round, sum } from '#ledger/money.ts'
import type { EInvoice, Row } from '../model.ts'
import { each, error, type Finding, isMissing, isTooFine, limits, type Rule, warning, when } from '../rule.ts'

const halala = decimal('0.01')

const eachRow = (invoice: EInvoice, field: keyof Row, isBroken: (row: Row) => boolean): Finding[] =>
  each('rows', invoice.rows, field, isBroken)

const rowLimit = (
  severity: 'error' | 'warning',
  id: string,
  field: keyof Row,
  range: readonly [number, number],
): Rule =>
  limits(severity, id, `row_${field}`, range, ({ rows }) =>
    rows.map((row, index) => [`rows.${index}.${field}`, row[field] as string | null] as const),
  )

/** Price × quantity, cut as the rule sheets cut it, less discounts and plus charges. */
function netOf(row: Row): Decimal {
  const own = sum(row.allowances.map(({ is_charge, amount }) => (is_charge ? amount : decimal(amount).neg())))
  return round(round(decimal(row.quantity).times(decimal(row.price)), 2).plus(own), 2)
}

/** The sheets allow the same amount or a difference of exactly one halala, and nothing in between. */
const isNear = (a: Decimal, b: Decimal) => {
  const difference = a.minus(b).abs()
  return difference.eq(0) || difference.eq(halala)
}

/** Every row counts on its own: name, quantity, price, amounts. */
export const rowRules: Rule[] = [
  error('BR-16', 'rows_missing', ({ rows, prepayments }) => when(rows.length + prepayments.length === 0, 'rows')),
  warning('BR-21', 'row_id_missing', (invoice) => eachRow(invoice, 'id', ({ id }) => isMissing(id))),
  rowLimit('error', 'BR-KSA-F-06-C17', 'id', [1, 6]),
  error('MIZAN-ROW-ID', 'row_id_twice', ({ rows, prepayments }) => {
    const seen = new Set<string>()
    const isAgain = ({ id }: { id: string }) => seen.size === seen.add(id).size
    return [...each('rows', rows, 'id', isAgain), ...each('prepayments', prepayments, 'id', isAgain)]
  }),
  warning('BR-25', 'row_name_missing', (invoice) => eachRow(invoice, 'name', ({ name }) => isMissing(name))),
  rowLimit('warning', 'BR-KSA-F-06-C19', 'name', [3, 1000]),
  warning('BR-KSA-F-C-01', 'row_name_digits', (invoice) => eachRow(invoice, 'name', ({ name }) => /^\d+$/.test(name))),
  rowLimit('warning', 'BR-KSA-F-06-C18', 'unit', [1, 127]),
  rowLimit('warning', 'BR-KSA-F-06-C30', 'buyer_code', [1, 127]),
  rowLimit('warning', 'BR-KSA-F-06-C31', 'seller_code', [1, 127]),
  rowLimit('warning', 'BR-KSA-F-06-C20', 'standard_code', [1, 127]),
  error('BR-22', 'quantity_missing', (invoice) =>
    eachRow(invoice, 'quantity', ({ quantity }) => decimal(quantity).eq(0)),
  ),
  error('BR-KSA-F-04', 'negative', (invoice) =>
    (['quantity', 'price', 'net', 'tax', 'gross'] as const).flatMap((field) =>
      eachRow(invoice, field, (row) => row[field]?.startsWith('-') ?? false),
    ),
  ),
  warning('BR-DEC-23', 'too_fine', (invoice) => eachRow(invoice, 'net', ({ net }) => isTooFine(net))),
  warning('BR-KSA-DEC-03', 'too_fine', (invoice) => eachRow(invoice, 'tax', ({ tax }) => isTooFine(tax))),
  warning('BR-KSA-DEC-04', 'too_fine', (invoice) => eachRow(invoice, 'gross', ({ gross }) => isTooFine(gross))),
  warning('BR-KSA-EN16931-11', 'row_net_wrong', (invoice) =>
    eachRow(invoice, 'net', (row) => !isNear(decimal(row.net), netOf(row))),
  ),
  error('BR-KSA-52', 'row_tax_missing', (invoice) =>
    invoice.audience === 'standard' ? eachRow(invoice, 'tax', ({ tax }) => tax === null) : [],
  ),
  error('BR-KSA-53', 'row_gross_missing', (invoice) =>
    invoice.audience === 'standard' ? eachRow(invoice, 'gross', ({ gross }) => gross === null) : [],
  ),
  warning('BR-KSA-50', 'row_tax_wrong', (invoice) =>
    eachRow(
      invoice,
      'tax',
      ({ net, rate, tax }) => tax !== null && ratio(net, rate, 100, 2).minus(decimal(tax)).abs().gt(halala),
    ),
  ),
  warning('BR-KSA-51', 'row_gross_wrong', (invoice) =>
    eachRow(invoice, 'gross', ({ net, tax, gross }) => {
      if (tax === null && gross === null) return false
      return (
        gross === null ||
        !decimal(net)
          .plus(decimal(tax ?? 0))
          .eq(decimal(gross))
      )
    }),
  ),
]
