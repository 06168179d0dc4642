import { Navigate, useSearch } from '@tanstack/react-router'
import type { Side } from '#contract/documents/sides.ts'
import { lookUps } from '#contract/organization.ts'
import { paymentCalls, payments } from '#contract/payments.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import { isInitialLoading } from '../api/options.ts'
import { useRecord, useRecords } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { useProposal } from '../api/useCallQuery.ts'
import { paymentPath, viewPath } from '../routes/paths.ts'
import { useUsualBranch } from '../ui/fields/BranchField.tsx'
import { useDefaultChoice } from '../ui/fields/useDefaultChoice.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { PaymentForm, type PaymentRecord } from './PaymentForm.tsx'
import { PaymentRemarksForm } from './PaymentRemarksForm.tsx'
import { payableOf } from './payableDocument.ts'
import { emptyReference, type OpenDocument, type ReferenceRow, referenceOf } from './referenceRow.ts'

/** A new payment, or the copy of one (`?copy=7`); from a document's page (`?document=7`) or from marked rows (`?documents=7.8`) it is filled with what is open of them. */
export function PaymentCreatePage({ side }: { side: Side }) {
  const { fresh } = useSearch({ strict: false }) as { fresh?: string | number }
  return <NewPayment key={String(fresh ?? '')} side={side} />
}

function NewPayment({ side }: { side: Side }) {
  const { organization } = useUser()
  const { copy, document, documents, kind, party } = useSearch({ strict: false }) as Record<
    string,
    string | number | undefined
  >
  const payable = payableOf(side, kind === undefined ? undefined : String(kind))
  const ids = [document, ...String(documents ?? '').split('.')].filter((id) => id !== undefined && id !== '')
  const next = useProposal(paymentCalls[side.name].nextNumber, 'number')
  const branch = useUsualBranch()
  const method = useDefaultChoice(`${side.name}-method`, lookUps.paymentMethods)
  const sources = useRecords(payable.resource, ids as (string | number)[])
  const copied = useRecord(payments[side.name] as (typeof payments)['sales'], copy ?? null)
  const isAwaited = [...sources, copied].some(isInitialLoading)
  if (next.isAwaited || branch.isAwaited || method.isAwaited || isAwaited)
    return <LoadingPage list={paymentPath(side)} />
  if (copy !== undefined && !copied.data) return <LoadingPage of={copied} list={paymentPath(side)} />
  const values = {
    payment_number: next.proposed,
    proposed_number: next.proposed,
    payment_date: today(),
    [side.partyField]: party === undefined ? '' : String(party),
    branch_id: branch.usual,
    payment_method_id: method.usual,
    currency_id: String(organization.currency.id),
    amount: '',
    ...(side.name === 'sales'
      ? { fee: '', fee_tax: '' }
      : { withholding_type: '', withholding_rate: '0', withholding_certificate: '', withholding_borne: false }),
    notes: '',
    references: [emptyReference()],
    ...(copied.data && copiedValues(side, copied.data)),
    ...valuesFrom(
      side,
      sources.flatMap(({ data }) => (data === undefined ? [] : [payable.read(data)])),
    ),
  }
  const from = document === undefined ? undefined : viewPath(String(kind ?? side.document), document)
  return <PaymentForm key={String(copy ?? '')} side={side} id={null} values={values} from={from} />
}

/** What of a voucher is said again: whom, how and how much. Its number, its day and what it settled are its own. */
function copiedValues(side: Side, record: PaymentRecord) {
  const values = editedValues(side, record) as Record<string, unknown>
  const copiedFields = [side.partyField, side.party, 'branch_id', 'payment_method_id', 'currency_id', 'amount', 'notes']
  const withheld = ['withholding_type', 'withholding_rate', 'withholding_certificate', 'withholding_borne']
  const more = side.name === 'sales' ? ['fee', 'fee_tax'] : withheld
  return Object.fromEntries([...copiedFields, ...more].map((name) => [name, values[name]]))
}

function valuesFrom(side: Side, documents: readonly OpenDocument[]) {
  const [first] = documents
  if (!first) return {}
  const { [side.partyField]: party, [side.party]: known, branch_id, currency_id } = first
  const amounts = documents.map(({ remaining_amount }) => String(remaining_amount))
  return {
    [side.partyField]: String(party),
    [side.party]: known,
    branch_id: String(branch_id),
    currency_id: String(currency_id),
    amount: text(sum(amounts.map((amount) => decimal(amount)))),
    references: documents.map((document, index) => ({
      ...referenceOf(side, document, amounts[index] ?? ''),
      stored: true as const,
    })),
  }
}

/** A recorded payment; saving corrects it, where its day still takes that. */
export function PaymentEditPage({ side }: { side: Side }) {
  return (
    <RecordPage resource={payments[side.name] as (typeof payments)['sales']} list={paymentPath(side)}>
      {(record) => {
        // Its page shows the earlier content.
        if (record.is_void) return <Navigate to={`${paymentPath(side)}/${record.id}/view`} replace />
        const values = editedValues(side, record)
        return record.closed_period ? (
          <PaymentRemarksForm side={side} record={record} values={values} why={record.closed_period} />
        ) : (
          <PaymentForm side={side} id={record.id} values={values} />
        )
      }}
    </RecordPage>
  )
}

function editedValues(side: Side, record: PaymentRecord) {
  const values = valuesOf(record, {})
  const references = record.references.map((reference): ReferenceRow => {
    const document = { ...reference, id: reference.reference_id }
    const amount = String(reference.amount)
    return { ...referenceOf(side, document, amount, amount), stored: true }
  })
  const fees =
    side.name === 'sales'
      ? { fee: figureOf(record.fee), fee_tax: figureOf(record.fee_tax) }
      : { withholding_rate: String(values.withholding_rate) }
  return { ...values, amount: String(record.amount), ...fees, references }
}

const figureOf = (amount: number) => (amount === 0 ? '' : String(amount))
