import { decimal, ratio } from '#ledger/money.ts'
import { exemptionReasons } from '../exemption-reasons.ts'
import type { Category, EInvoice, Prepayment } from '../model.ts'
import { each, error, type Finding, isMissing, isOutside, isTooFine, type Rule, warning, when } from '../rule.ts'

const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ?$/
const halala = decimal('0.01')
/** CL-07 knows all of CL-04 but these. */
const notPrepaid = new Set(['VATEX-SA-ROYALDECREE', 'VATEX-SA-32(bis)'])

const eachOne = (invoice: EInvoice, field: keyof Prepayment, isBroken: (one: Prepayment) => boolean): Finding[] =>
  each('prepayments', invoice.prepayments, field, isBroken)

const reasonRule = (id: string, category: Category): Rule =>
  warning(id, 'exemption_code_missing', (invoice) =>
    eachOne(invoice, 'exemption', (one) => one.category === category && isMissing(one.exemption?.code)),
  )

/** The advance invoices that a final invoice deducts. */
export const prepaymentRules: Rule[] = [
  warning('BR-KSA-73', 'prepayment_incomplete', (invoice) =>
    (['number', 'issue_date', 'issue_time'] as const).flatMap((field) =>
      eachOne(invoice, field, (one) => isMissing(one[field])),
    ),
  ),
  error('BR-KSA-74', 'prepayment_type', (invoice) => eachOne(invoice, 'type', ({ type }) => type !== '386')),
  error('MIZAN-PREPAYMENT', 'prepayment_in_advance', ({ type, prepayments }) =>
    when(type === '386' && prepayments.length > 0, 'prepayments'),
  ),
  warning('BR-KSA-F-05', 'time_invalid', (invoice) =>
    eachOne(invoice, 'issue_time', ({ issue_time }) => !isMissing(issue_time) && !time.test(issue_time ?? '')),
  ),
  warning('BR-KSA-79', 'prepayment_tax_wrong', (invoice) =>
    eachOne(invoice, 'tax', ({ taxable, rate, tax }) =>
      ratio(taxable, rate, 100, 2).minus(decimal(tax)).abs().gt(halala),
    ),
  ),
  warning('BR-KSA-DEC-06', 'too_fine', (invoice) => [
    ...eachOne(invoice, 'taxable', ({ taxable }) => isTooFine(taxable)),
    ...eachOne(invoice, 'tax', ({ tax }) => isTooFine(tax)),
  ]),
  error('BR-KSA-F-04', 'negative', (invoice) => [
    ...eachOne(invoice, 'taxable', ({ taxable }) => taxable.startsWith('-')),
    ...eachOne(invoice, 'tax', ({ tax }) => tax.startsWith('-')),
  ]),
  reasonRule('BR-KSA-93', 'Z'),
  reasonRule('BR-KSA-94', 'E'),
  reasonRule('BR-KSA-95', 'O'),
  warning('BR-KSA-96', 'exemption_text_missing', (invoice) =>
    eachOne(invoice, 'exemption', (one) => one.category !== 'S' && isMissing(one.exemption?.text)),
  ),
  warning('BR-KSA-F-06-C39', 'exemption_text_too_long', (invoice) =>
    eachOne(invoice, 'exemption', ({ exemption }) => isOutside(exemption?.text, 0, 1000)),
  ),
  warning('BR-KSA-CL-07', 'exemption_code_wrong', (invoice) =>
    eachOne(invoice, 'exemption', ({ category, exemption }) => {
      const code = exemption?.code ?? ''
      return category !== 'S' && code !== '' && (notPrepaid.has(code) || exemptionReasons[code]?.category !== category)
    }),
  ),
]
