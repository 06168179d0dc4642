import { type Decimal, decimal, ratio, round, sum, zero } from '#ledger/money.ts'
import { rateKey } from '../facts.ts'
import type { Category, EInvoice, Totals } from '../model.ts'
import { type Check, type Context, each, error, isTooFine, type Rule, type Severity, warning, when } from '../rule.ts'

const made: Record<Severity, typeof error> = { error, warning }

/** A total equals its sum exactly. A total that is not given must sum to nothing. */
const total = (
  severity: Severity,
  id: string,
  field: keyof Totals,
  expected: (invoice: EInvoice, context: Context) => Decimal,
): Rule =>
  made[severity](id, 'total_wrong', (invoice, context) => {
    const given = invoice.totals[field]
    return when(!(given === null ? zero : decimal(given)).eq(expected(invoice, context)), `totals.${field}`, {
      field: `totals.${field}`,
    })
  })

const finest: [id: string, field: keyof Totals][] = [
  ['BR-DEC-09', 'rows'],
  ['BR-DEC-10', 'allowances'],
  ['BR-DEC-11', 'charges'],
  ['BR-DEC-12', 'without_tax'],
  ['BR-DEC-13', 'tax'],
  ['BR-DEC-14', 'with_tax'],
  ['BR-DEC-15', 'tax_sar'],
  ['BR-DEC-16', 'prepaid'],
  ['BR-DEC-17', 'rounding'],
  ['BR-DEC-18', 'payable'],
]
/** Payable and rounding may be below zero. */
const positive = ['rows', 'allowances', 'charges', 'without_tax', 'tax', 'tax_sar', 'with_tax', 'prepaid'] as const

const halala = decimal('0.01')
/** The style sheets allow a halala for each row. */
const isTaxOff = ({ rows, prepayments }: EInvoice, { taxable, rate, tax }: EInvoice['breakdown'][number]): boolean =>
  ratio(taxable, rate, 100, 2)
    .minus(decimal(tax))
    .abs()
    .gt(halala.times(rows.length + prepayments.length))
const orZero = (value: string | null) => (value === null ? zero : decimal(value))

/**
 * The note that completes a foreign document takes what earlier notes leave of its tax in riyals: half a halala of rounding
 * for each of ten parts.
 */
const isRestInRiyals = ({ type, currency, totals }: EInvoice, converted: Decimal): boolean =>
  currency !== 'SAR' && (type === '381' || type === '383') && converted.minus(decimal(totals.tax_sar)).abs().lte('0.05')

const hasBreakdown = (id: string, category: Category): Rule =>
  warning(id, 'breakdown_missing', ({ rows, allowances, prepayments, breakdown }) => {
    // The row that deducts an advance has a category too.
    const isUsed = [...rows, ...allowances, ...prepayments].some((one) => one.category === category)
    return when(isUsed && !breakdown.some((one) => one.category === category), 'breakdown', { category })
  })

const taxableOf = (id: string, category: Category): Rule =>
  warning(id, 'taxable_wrong', ({ breakdown }, { facts }) =>
    each(
      'breakdown',
      breakdown,
      'taxable',
      (one) =>
        one.category === category &&
        !(facts.taxable.get(rateKey(one.category, one.rate)) ?? zero).eq(decimal(one.taxable)),
    ),
  )

const noTax = (id: string, category: Category): Rule =>
  error(id, 'tax_not_zero', ({ breakdown }) =>
    each('breakdown', breakdown, 'tax', (one) => one.category === category && !decimal(one.tax).eq(0)),
  )

const noBreakdown: Check = ({ breakdown }) => when(breakdown.length === 0, 'breakdown')

/** The sums of section 6: exact, from the rows to the amount payable. */
export const amountRules: Rule[] = [
  ...finest.map(([id, field]) =>
    warning(id, 'too_fine', ({ totals }) => when(isTooFine(totals[field]), `totals.${field}`)),
  ),
  error('BR-KSA-F-04', 'negative', ({ totals }) =>
    positive.flatMap((field) => when(totals[field]?.startsWith('-') ?? false, `totals.${field}`)),
  ),
  total('warning', 'BR-CO-10', 'rows', (_, { facts }) => facts.rows),
  total('error', 'BR-CO-11', 'allowances', (_, { facts }) => facts.allowances),
  total('error', 'BR-CO-12', 'charges', (_, { facts }) => facts.charges),
  total('warning', 'BR-CO-13', 'without_tax', ({ totals }, { facts }) =>
    facts.rows.minus(orZero(totals.allowances)).plus(orZero(totals.charges)),
  ),
  total('error', 'BR-CO-14', 'tax', ({ breakdown }) => sum(breakdown.map(({ tax }) => tax))),
  total('error', 'BR-CO-15', 'with_tax', ({ totals, breakdown }) =>
    decimal(totals.without_tax).plus(sum(breakdown.map(({ tax }) => tax))),
  ),
  total('warning', 'BR-CO-16', 'payable', ({ totals }) =>
    decimal(totals.with_tax).minus(orZero(totals.prepaid)).plus(orZero(totals.rounding)),
  ),
  total('warning', 'BR-KSA-80', 'prepaid', (_, { facts }) => facts.prepaid),
  total('error', 'MIZAN-TAX-SAR', 'tax_sar', (invoice) => {
    const { totals, currency, exchange_rate } = invoice
    // A missing rate has its own rule.
    if (currency !== 'SAR' && exchange_rate === null) return decimal(totals.tax_sar)
    const converted = round(decimal(totals.tax).times(decimal(currency === 'SAR' ? 1 : (exchange_rate ?? 1))), 2)
    return isRestInRiyals(invoice, converted) ? decimal(totals.tax_sar) : converted
  }),
  warning('BR-KSA-97', 'tax_sar_same', ({ currency, totals }) =>
    when(
      currency !== 'SAR' && decimal(totals.tax).gt(0) && decimal(totals.tax).eq(decimal(totals.tax_sar)),
      'totals.tax_sar',
    ),
  ),
  error('BR-CO-18', 'breakdown_empty', noBreakdown),
  warning('BR-KSA-EN16931-08', 'breakdown_empty', noBreakdown),
  warning('BR-KSA-EN16931-09', 'breakdown_empty', noBreakdown),
  error('MIZAN-BREAKDOWN', 'breakdown_twice', ({ breakdown }) => {
    const seen = new Set<string>()
    // Only the standard category may have more than one rate.
    return each('breakdown', breakdown, 'category', ({ category, rate }) => {
      const key = category === 'S' ? rateKey(category, rate) : category
      return seen.size === seen.add(key).size
    })
  }),
  ...(['S', 'Z', 'E', 'O'] as const).flatMap((category) => [
    hasBreakdown(`BR-${category}-01`, category),
    taxableOf(`BR-${category}-08`, category),
  ]),
  warning('BR-S-09', 'tax_wrong', (invoice) =>
    each('breakdown', invoice.breakdown, 'tax', (one) => one.category === 'S' && isTaxOff(invoice, one)),
  ),
  warning('BR-CO-17', 'tax_wrong', (invoice) =>
    each('breakdown', invoice.breakdown, 'tax', (one) => isTaxOff(invoice, one)),
  ),
  noTax('BR-Z-09', 'Z'),
  noTax('BR-E-09', 'E'),
  noTax('BR-O-09', 'O'),
  warning('BR-DEC-19', 'too_fine', ({ breakdown }) =>
    each('breakdown', breakdown, 'taxable', ({ taxable }) => isTooFine(taxable)),
  ),
  warning('BR-DEC-20', 'too_fine', ({ breakdown }) => each('breakdown', breakdown, 'tax', ({ tax }) => isTooFine(tax))),
  error('BR-KSA-F-04', 'negative', ({ breakdown }) => [
    ...each('breakdown', breakdown, 'taxable', ({ category, taxable }) => category !== 'O' && taxable.startsWith('-')),
    ...each('breakdown', breakdown, 'tax', ({ tax }) => tax.startsWith('-')),
  ]),
]
