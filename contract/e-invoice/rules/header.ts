import { decimal } from '#ledger/money.ts'
import { currencyCodes, paymentMeansCodes } from '../code-lists.ts'
import type { EInvoice } from '../model.ts'
import {
  type Check,
  each,
  error,
  errorOnceIssued,
  isMissing,
  limits,
  type Rule,
  warning,
  warningOnceIssued,
  when,
} from '../rule.ts'

const isNote = ({ type }: EInvoice) => type === '381' || type === '383'
const types: readonly string[] = ['388', '381', '383', '386']

const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A SHA-256 in base64, or the first of a chain: the hash of "0" as hex text in base64. */
const hash = /^([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000
}

const ages = (from: string, to: string) => (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 3_600_000

const unknownCurrency: Check = ({ currency }) => when(!isMissing(currency) && !currencyCodes.has(currency), 'currency')

/** The kind of document, its time of issue and its position in the chain. */
export const headerRules: Rule[] = [
  warningOnceIssued('BR-02', 'number_missing', ({ number }) => when(isMissing(number), 'number')),
  limits('warning', 'BR-KSA-F-06-C1', 'number', [1, 127], ({ number }) => [['number', number]]),
  errorOnceIssued('BR-03', 'date_missing', ({ issue_date }) => when(isMissing(issue_date), 'issue_date')),
  error('BR-KSA-F-01', 'date_invalid', (invoice) =>
    [
      ...(['issue_date', 'supply_date', 'supply_end_date'] as const).map((field) => [field, invoice[field]] as const),
      ...invoice.prepayments.map(({ issue_date }, index) => [`prepayments.${index}.issue_date`, issue_date] as const),
    ].flatMap(([path, value]) => when(!isMissing(value) && !isDay(value ?? ''), path)),
  ),
  error('BR-KSA-04', 'date_in_future', ({ issue_date }, { today }) =>
    when(issue_date !== null && issue_date > today, 'issue_date'),
  ),
  errorOnceIssued('BR-KSA-70', 'time_invalid', ({ issue_time }) => when(!time.test(issue_time ?? ''), 'issue_time')),
  warningOnceIssued('BR-KSA-98', 'reported_late', ({ audience, issue_date, issue_time }, { now }) =>
    when(audience === 'simplified' && now !== null && ages(`${issue_date}T${issue_time}`, now) > 24, 'issue_time'),
  ),
  error('BR-KSA-05', 'type_unknown', ({ type }) => when(!types.includes(type), 'type')),
  error('BR-KSA-06', 'audience_unknown', ({ audience }) =>
    when(audience !== 'standard' && audience !== 'simplified', 'audience'),
  ),
  error('BR-KSA-07', 'self_billed_export', ({ flags }) => when(flags.export && flags.self_billed, 'flags.self_billed')),
  error('BR-KSA-31', 'self_billed_simplified', ({ audience, flags }) =>
    when(audience === 'simplified' && flags.self_billed, 'flags.self_billed'),
  ),
  error('BR-KSA-92', 'contract_missing', ({ flags, contract }) =>
    when(flags.government && isMissing(contract), 'contract'),
  ),
  error('BR-05', 'currency_missing', ({ currency }) => when(isMissing(currency), 'currency')),
  error('BR-KSA-CL-01', 'currency_unknown', unknownCurrency),
  error('BR-CL-03', 'currency_unknown', unknownCurrency),
  error('BR-CL-04', 'currency_unknown', unknownCurrency),
  error('BR-KSA-90', 'rate_too_long', ({ exchange_rate }) =>
    when(exchange_rate !== null && exchange_rate.length > 14, 'exchange_rate'),
  ),
  error('MIZAN-EXCHANGE-RATE', 'rate_missing', ({ currency, exchange_rate }) =>
    when(currency !== 'SAR' && (exchange_rate === null || decimal(exchange_rate).lte(0)), 'exchange_rate'),
  ),
  errorOnceIssued('BR-KSA-03', 'uuid_invalid', (invoice) => when(!uuid.test(invoice.uuid ?? ''), 'uuid')),
  errorOnceIssued('BR-KSA-33', 'counter_missing', ({ icv }) => when(isMissing(icv), 'icv')),
  errorOnceIssued('BR-KSA-34', 'counter_invalid', ({ icv }) =>
    when(!isMissing(icv) && !/^\d+$/.test(icv ?? ''), 'icv'),
  ),
  warningOnceIssued('BR-KSA-61', 'previous_hash_missing', ({ previous_hash }) =>
    when(isMissing(previous_hash), 'previous_hash'),
  ),
  warningOnceIssued('BR-KSA-26', 'previous_hash_invalid', ({ previous_hash }) =>
    when(!isMissing(previous_hash) && !hash.test(previous_hash ?? ''), 'previous_hash'),
  ),
  warning('BR-KSA-15', 'supply_date_missing', ({ audience, type, supply_date }) =>
    when(audience === 'standard' && type === '388' && isMissing(supply_date), 'supply_date'),
  ),
  warning('BR-KSA-35', 'supply_date_before_end_missing', ({ supply_date, supply_end_date }) =>
    when(!isMissing(supply_end_date) && isMissing(supply_date), 'supply_date'),
  ),
  warning('BR-KSA-36', 'supply_end_before_start', ({ supply_date, supply_end_date }) =>
    when(
      !isMissing(supply_date) && !isMissing(supply_end_date) && `${supply_end_date}` < `${supply_date}`,
      'supply_end_date',
    ),
  ),
  error('BR-KSA-72', 'summary_dates_missing', ({ audience, flags, supply_date, supply_end_date }) =>
    audience === 'simplified' && flags.summary
      ? [...when(isMissing(supply_date), 'supply_date'), ...when(isMissing(supply_end_date), 'supply_end_date')]
      : [],
  ),
  warning('BR-KSA-71', 'summary_buyer_missing', ({ audience, flags, buyer }) =>
    when(audience === 'simplified' && flags.summary && isMissing(buyer?.name), 'buyer.name'),
  ),
  error('BR-KSA-17', 'note_reason_missing', (invoice) =>
    when(isNote(invoice) && isMissing(invoice.note_reason), 'note_reason'),
  ),
  limits('warning', 'BR-KSA-F-06-C13', 'note_reason', [1, 1000], (invoice) => [['note_reason', invoice.note_reason]]),
  warning('BR-KSA-56', 'reference_missing', (invoice) =>
    when(isNote(invoice) && invoice.references.length === 0, 'references'),
  ),
  error('BR-55', 'reference_empty', ({ references }) =>
    references.flatMap((reference, index) => when(isMissing(reference), `references.${index}`)),
  ),
  limits('error', 'BR-KSA-F-06-C22', 'references', [1, 5000], ({ references }) =>
    references.map((reference, index) => [`references.${index}`, reference] as const),
  ),
  limits('warning', 'BR-KSA-F-06-C2', 'notes', [1, 1000], ({ notes }) =>
    notes.map((note, index) => [`notes.${index}`, note] as const),
  ),
  limits('warning', 'BR-KSA-F-06-C3', 'purchase_order', [1, 127], (invoice) => [
    ['purchase_order', invoice.purchase_order],
  ]),
  limits('warning', 'BR-KSA-F-06-C5', 'contract', [1, 127], (invoice) => [['contract', invoice.contract]]),
  warning('BR-49', 'payment_means_missing', ({ audience, payments }) =>
    audience === 'standard' ? each('payments', payments, 'means', ({ means }) => isMissing(means)) : [],
  ),
  warning('BR-KSA-16', 'payment_means_unknown', ({ payments }) =>
    each('payments', payments, 'means', ({ means }) => !isMissing(means) && !paymentMeansCodes.has(means)),
  ),
  warning('BR-CL-16', 'payment_means_unknown', ({ payments }) =>
    each(
      'payments',
      payments,
      'means',
      ({ means }) => !isMissing(means) && means !== '69' && !paymentMeansCodes.has(means),
    ),
  ),
  limits('warning', 'BR-KSA-F-06-C15', 'account', [1, 127], ({ payments }) =>
    payments.map(({ account }, index) => [`payments.${index}.account`, account] as const),
  ),
  limits('warning', 'BR-KSA-F-06-C14', 'terms', [1, 1000], ({ payments }) =>
    payments.map(({ terms }, index) => [`payments.${index}.terms`, terms] as const),
  ),
]
