import { decimal } from '#ledger/money.ts'
import { exemptionReasons } from '../exemption-reasons.ts'
import type { Category, EInvoice } from '../model.ts'
import { each, error, type Finding, isMissing, isOutside, type Rule, type Severity, warning } from '../rule.ts'

type Rated = { category: Category; rate: string }
type Place = 'rows' | 'discounts' | 'charges' | 'breakdown' | 'prepayments'

const categories: readonly string[] = ['S', 'Z', 'E', 'O']

/** Every item with a category and a rate, with its path in the document. */
const placed: Record<Place, (invoice: EInvoice) => readonly (Rated & { path: string })[]> = {
  rows: ({ rows }) => at('rows', rows),
  discounts: ({ allowances }) => at('allowances', allowances, ({ is_charge }) => !is_charge),
  charges: ({ allowances }) => at('allowances', allowances, ({ is_charge }) => is_charge),
  breakdown: ({ breakdown }) => at('breakdown', breakdown),
  prepayments: ({ prepayments }) => at('prepayments', prepayments),
}

function at<Item extends Rated>(list: string, items: readonly Item[], belongs: (item: Item) => boolean = () => true) {
  return items.flatMap((item, index) =>
    belongs(item) ? [{ category: item.category, rate: item.rate, path: `${list}.${index}` }] : [],
  )
}

const everywhere = (invoice: EInvoice) => Object.values(placed).flatMap((of) => of(invoice))

const found = (
  items: readonly (Rated & { path: string })[],
  field: string,
  isBroken: (item: Rated) => boolean,
): Finding[] => items.filter(isBroken).map(({ path }) => ({ path: `${path}.${field}` }))

/** The category bears no tax here. */
const noRate = (severity: Severity, id: string, place: Place, category: Category): Rule =>
  (severity === 'error' ? error : warning)(id, 'rate_not_zero', (invoice) =>
    found(placed[place](invoice), 'rate', (item) => item.category === category && !decimal(item.rate).eq(0)),
  )

const aRate = (severity: Severity, id: string, place: Place): Rule =>
  (severity === 'error' ? error : warning)(id, 'rate_zero', (invoice) =>
    found(placed[place](invoice), 'rate', (item) => item.category === 'S' && decimal(item.rate).lte(0)),
  )

const reasonRule = (id: string, category: Category): Rule =>
  warning(id, 'exemption_code_missing', ({ breakdown }) =>
    each('breakdown', breakdown, 'exemption', (one) => one.category === category && isMissing(one.exemption?.code)),
  )

const exports = new Set(['VATEX-SA-32', 'VATEX-SA-33'])

/** Tax category, rate and the reason for bearing no tax. */
export const categoryRules: Rule[] = [
  error('BR-CO-04', 'category_missing', (invoice) =>
    found(everywhere(invoice), 'category', (one) => isMissing(one.category)),
  ),
  error('BR-KSA-18', 'category_unknown', (invoice) =>
    found(everywhere(invoice), 'category', ({ category }) => !isMissing(category) && !categories.includes(category)),
  ),
  error('BR-CL-18', 'category_unknown', (invoice) =>
    found(everywhere(invoice), 'category', ({ category }) => !isMissing(category) && !categories.includes(category)),
  ),
  error('BR-KSA-DEC-02', 'rate_out_of_range', (invoice) =>
    found(everywhere(invoice), 'rate', ({ rate }) => !/^\d{1,3}(\.\d{1,2})?$/.test(rate) || decimal(rate).gt(100)),
  ),
  error('BR-KSA-84', 'rate_not_standard', (invoice) =>
    found(everywhere(invoice), 'rate', ({ category, rate }) => {
      const value = decimal(rate)
      return category === 'S' && !value.eq(15) && !value.eq(5)
    }),
  ),
  aRate('warning', 'BR-S-05', 'rows'),
  aRate('error', 'BR-S-06', 'discounts'),
  aRate('warning', 'BR-S-07', 'charges'),
  noRate('error', 'BR-Z-05', 'rows', 'Z'),
  noRate('error', 'BR-Z-06', 'discounts', 'Z'),
  noRate('error', 'BR-Z-07', 'charges', 'Z'),
  noRate('error', 'BR-E-05', 'rows', 'E'),
  noRate('error', 'BR-E-06', 'discounts', 'E'),
  noRate('error', 'BR-E-07', 'charges', 'E'),
  noRate('error', 'BR-KSA-11', 'rows', 'O'),
  noRate('warning', 'BR-KSA-12', 'discounts', 'O'),
  noRate('warning', 'BR-KSA-13', 'charges', 'O'),
  noRate('warning', 'BR-KSA-76', 'prepayments', 'Z'),
  noRate('warning', 'BR-KSA-77', 'prepayments', 'E'),
  noRate('warning', 'BR-KSA-78', 'prepayments', 'O'),
  noRate('warning', 'BR-O-05', 'rows', 'O'),
  noRate('warning', 'BR-O-06', 'discounts', 'O'),
  noRate('warning', 'BR-O-07', 'charges', 'O'),
  reasonRule('BR-KSA-69', 'Z'),
  reasonRule('BR-KSA-23', 'E'),
  reasonRule('BR-KSA-24', 'O'),
  reasonRule('BR-E-10', 'E'),
  reasonRule('BR-O-10', 'O'),
  warning('BR-KSA-83', 'exemption_text_missing', ({ breakdown }) =>
    each('breakdown', breakdown, 'exemption', (one) => one.category !== 'S' && isMissing(one.exemption?.text)),
  ),
  warning('BR-KSA-F-06-C16', 'exemption_text_too_long', ({ breakdown }) =>
    each('breakdown', breakdown, 'exemption', ({ exemption }) => isOutside(exemption?.text, 0, 1000)),
  ),
  warning('BR-KSA-CL-04', 'exemption_code_wrong', ({ breakdown }) =>
    each('breakdown', breakdown, 'exemption', ({ category, exemption }) => {
      const code = exemption?.code ?? null
      return category !== 'S' && !isMissing(code) && exemptionReasons[code ?? '']?.category !== category
    }),
  ),
  warning('BR-S-10', 'exemption_of_standard', ({ breakdown }) =>
    each('breakdown', breakdown, 'exemption', ({ category, exemption }) => category === 'S' && exemption !== null),
  ),
  error('MIZAN-ONE-REASON', 'two_exemption_reasons', ({ rows }) => {
    const first = new Map<Category, string | null>()
    return each('rows', rows, 'exemption_code', ({ category, exemption_code }) => {
      if (category === 'S' || exemption_code === null) return false
      if (!first.has(category)) first.set(category, exemption_code)
      return first.get(category) !== exemption_code
    })
  }),
  error('MIZAN-EXPORT', 'export_flag_wrong', ({ breakdown, flags }) => {
    const isExported = breakdown.map(({ exemption }) => exports.has(exemption?.code ?? ''))
    const isAll = isExported.length > 0 && isExported.every(Boolean)
    return isAll === flags.export && isAll === isExported.some(Boolean) ? [] : [{ path: 'flags.export' }]
  }),
]
