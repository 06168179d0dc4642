import { decimal, ratio } from '#ledger/money.ts'
import { isConfirmedPercentage } from '../allowance-check.ts'
import { chargeReasonCodes } from '../code-lists.ts'
import type { Allowance, EInvoice } from '../model.ts'
import { error, type Finding, isMissing, isOutside, isTooFine, type Rule, type Severity, warning } from '../rule.ts'

type Place = 'document' | 'row'

function found(
  invoice: EInvoice,
  place: Place,
  field: keyof Allowance,
  isBroken: (one: Allowance) => boolean,
): Finding[] {
  if (place === 'document') return findingsIn('allowances', invoice.allowances, field, isBroken)
  return invoice.rows.flatMap(({ allowances }, row) =>
    findingsIn(`rows.${row}.allowances`, allowances, field, isBroken),
  )
}

const findingsIn = (
  list: string,
  allowances: readonly Allowance[],
  field: keyof Allowance,
  isBroken: (one: Allowance) => boolean,
): Finding[] => allowances.flatMap((one, index) => (isBroken(one) ? [{ path: `${list}.${index}.${field}` }] : []))

type RuleDeclaration = [
  id: string,
  severity: Severity,
  message: string,
  field: keyof Allowance,
  isBroken: (one: Allowance) => boolean,
]

const isCharge = ({ is_charge }: Allowance) => is_charge
const isDiscount = ({ is_charge }: Allowance) => !is_charge
const isBadPercent = ({ percent }: Allowance) =>
  percent !== null && (!/^\d{1,3}(\.\d{1,2})?$/.test(percent) || decimal(percent).gt(100))
const isWrongAmount = ({ percent, base, amount }: Allowance) =>
  base !== null &&
  (percent === null ||
    !ratio(base, percent, 100, 2).eq(decimal(amount)) ||
    !isConfirmedPercentage(base, percent, amount))
const isLongReason = ({ reason }: Allowance) => isOutside(reason, 1, 1000)

/** The rules for every discount and charge. */
const shared: RuleDeclaration[] = [
  ['BR-KSA-F-04', 'error', 'negative', 'amount', ({ amount }) => amount.startsWith('-')],
  ['BR-KSA-F-04', 'error', 'negative', 'base', ({ base }) => base?.startsWith('-') ?? false],
  ['BR-KSA-DEC-01', 'error', 'percent_out_of_range', 'percent', isBadPercent],
  ['BR-KSA-EN16931-03', 'warning', 'allowance_wrong', 'amount', isWrongAmount],
  [
    'BR-KSA-EN16931-04',
    'warning',
    'allowance_base_missing',
    'base',
    (one) => one.percent !== null && one.base === null,
  ],
  [
    'BR-KSA-EN16931-05',
    'warning',
    'allowance_percent_missing',
    'percent',
    (one) => one.base !== null && one.percent === null,
  ],
  [
    'BR-KSA-CL-06',
    'warning',
    'charge_code_unknown',
    'reason_code',
    (one) => isCharge(one) && !isMissing(one.reason_code) && !chargeReasonCodes.has(one.reason_code ?? ''),
  ],
]

const own: Record<Place, RuleDeclaration[]> = {
  document: [
    ['BR-DEC-01', 'warning', 'too_fine', 'amount', (one) => isDiscount(one) && isTooFine(one.amount)],
    ['BR-DEC-02', 'warning', 'too_fine', 'base', (one) => isDiscount(one) && isTooFine(one.base)],
    ['BR-DEC-05', 'warning', 'too_fine', 'amount', (one) => isCharge(one) && isTooFine(one.amount)],
    ['BR-DEC-06', 'warning', 'too_fine', 'base', (one) => isCharge(one) && isTooFine(one.base)],
    [
      'BR-KSA-19',
      'warning',
      'charge_code_missing',
      'reason_code',
      (one) => isCharge(one) && isMissing(one.reason_code),
    ],
    ['BR-KSA-21', 'warning', 'charge_reason_missing', 'reason', (one) => isCharge(one) && isMissing(one.reason)],
    ['BR-KSA-F-06-C33', 'warning', 'reason_too_long', 'reason', (one) => isCharge(one) && isLongReason(one)],
    ['BR-KSA-F-06-C35', 'warning', 'reason_too_long', 'reason', (one) => isDiscount(one) && isLongReason(one)],
  ],
  row: [
    ['BR-DEC-24', 'warning', 'too_fine', 'amount', (one) => isDiscount(one) && isTooFine(one.amount)],
    ['BR-DEC-25', 'warning', 'too_fine', 'base', (one) => isDiscount(one) && isTooFine(one.base)],
    ['BR-DEC-27', 'warning', 'too_fine', 'amount', (one) => isCharge(one) && isTooFine(one.amount)],
    ['BR-DEC-28', 'warning', 'too_fine', 'base', (one) => isCharge(one) && isTooFine(one.base)],
    [
      'BR-KSA-20',
      'warning',
      'charge_code_missing',
      'reason_code',
      (one) => isCharge(one) && isMissing(one.reason_code),
    ],
    ['BR-KSA-22', 'warning', 'charge_reason_missing', 'reason', (one) => isCharge(one) && isMissing(one.reason)],
    ['BR-KSA-F-06-C34', 'warning', 'reason_too_long', 'reason', (one) => isCharge(one) && isLongReason(one)],
    ['BR-KSA-F-06-C36', 'warning', 'reason_too_long', 'reason', (one) => isDiscount(one) && isLongReason(one)],
  ],
}

/** Discounts and charges, of the document and of its rows. */
export const allowanceRules: Rule[] = (['document', 'row'] as const).flatMap((place) =>
  [...shared, ...own[place]].map(([id, severity, message, field, isBroken]) =>
    (severity === 'error' ? error : warning)(id, message, (invoice) => found(invoice, place, field, isBroken)),
  ),
)
