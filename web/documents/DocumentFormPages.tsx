import { Navigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { documentCalls, documents } from '#contract/documents/document-calls.ts'
import { copiedMemoNames, memoNames } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { taxes } from '#contract/taxes.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import { isInitialLoading, useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useRecord } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { useProposal } from '../api/useCallQuery.ts'
import { documentPath } from '../routes/paths.ts'
import { useUsualBranch } from '../ui/fields/BranchField.tsx'
import { useDefaultChoice } from '../ui/fields/useDefaultChoice.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { addDays } from './addDays.ts'
import { WithPaper } from './beside/WithPaper.tsx'
import { DocumentForm, type DocumentRecord } from './DocumentForm.tsx'
import { DocumentRemarksForm } from './DocumentRemarksForm.tsx'
import { storedDeductions } from './items/deductionRow.ts'
import { emptyItem, type ItemRow, notSpread, storedItem } from './items/itemRow.ts'
import { lockReason } from './lockReason.ts'

/** The tax that charges the usual rate of the country, if there is exactly one: a first document has no last choice. */
export function only15(offered: readonly { id: number; charged_rate?: number }[]): string {
  const usual = offered.filter(({ charged_rate }) => charged_rate === 15)
  return usual.length === 1 ? String(usual[0]?.id) : ''
}

type DocumentSearch = { copy?: string | number; party?: string | number; fresh?: string | number }

/** A new document, or the copy of one (`?copy=7`): today's date twice, one empty row, the number the server would give next, the usual branch and tax. */
export function DocumentCreatePage({ side }: { side: Side }) {
  const { fresh } = useSearch({ strict: false }) as DocumentSearch
  return <NewDocument key={String(fresh ?? '')} side={side} />
}

function NewDocument({ side }: { side: Side }) {
  const { organization } = useUser()
  const next = useProposal(documentCalls[side.document].nextNumber, 'number')
  const branch = useUsualBranch()
  const tax = useDefaultChoice(`${side.name}-tax`, optionsOf(taxes), { side: side.name })
  const { copy, party } = useSearch({ strict: false }) as DocumentSearch
  const terms = usePartyTerms(side, party)
  const source = useRecord(documents[side.document] as (typeof documents)['invoice'], copy ?? null)
  useTranslation('documents')
  if (next.isAwaited || branch.isAwaited || tax.isAwaited || isInitialLoading(source))
    return <LoadingPage list={documentPath(side)} />
  if (copy !== undefined && !source.data) return <LoadingPage of={source} list={documentPath(side)} />
  const values = {
    [side.numberField]: next.proposed,
    proposed_number: next.proposed,
    [side.dateField]: today(),
    due_date: terms ? addDays(today(), terms) : today(),
    [side.partyField]: party === undefined ? '' : String(party),
    branch_id: branch.usual,
    place_id: '',
    currency_id: String(organization.currency.id),
    tax_id: tax.usual || only15(tax.offered),
    ...emptyMemo,
    audience: '',
    prices_include_tax: organization.prices_include_tax,
    discount_amount: '',
    discount_percent: '',
    ...(side.document !== 'advance_invoice' && emptyRetention),
    items: [emptyItem()],
    ...(source.data && copiedValues(side, source.data)),
  }
  return (
    <WithPaper side={side}>
      <DocumentForm key={`${copy ?? ''} ${party ?? ''}`} side={side} id={null} values={values} status={null} />
    </WithPaper>
  )
}

/** The payment terms of the customer or supplier that the address names (`?party=7`). */
function usePartyTerms(side: Side, party: string | number | undefined): number | null {
  const options = useOptions(optionsOf(parties[side.name])).data as { id: number; payment_terms_days: number | null }[]
  return options?.find(({ id }) => String(id) === String(party))?.payment_terms_days ?? null
}

/** The repeated parts of a document: party, rows, terms. Number, dates and deducted advances are new. */
function copiedValues(side: Side, record: DocumentRecord) {
  const values = editedValues(side, record)
  const copiedFields = [
    side.partyField,
    side.party,
    'branch_id',
    'place_id',
    'place',
    'currency_id',
    'tax_id',
    'audience',
    'prices_include_tax',
  ] as const
  // The day of release belongs to one document.
  const retention = side.document === 'advance_invoice' ? [] : ['retention_percent', 'retention_basis']
  const more = ['discount_amount', 'discount_percent', ...retention, ...copiedMemoNames, 'items']
  const copied = { ...values, items: values.items.map(fromThisMonth) } as Record<string, unknown>
  return Object.fromEntries([...copiedFields, ...more].map((name) => [name, copied[name]]))
}

/** A number of months begins with the month of the copy; an end date and a row of an order belong to one document. */
const fromThisMonth = (row: ItemRow): ItemRow => ({
  ...row,
  ...(row.spread_months === '' ? notSpread : { spread_from: monthStart(today()) }),
  order_line_id: '',
  goods_line_id: '',
  difference_reason: '',
  lots: [],
})

const emptyRetention = { retention_percent: '', retention_basis: '', retention_release_date: '' }
const emptyMemo = Object.fromEntries(memoNames.map((name) => [name, '']))

/** A stored document: a draft to continue, a confirmed one to correct, or the remarks of a locked one. */
export function DocumentEditPage({ side }: { side: Side }) {
  return (
    <RecordPage resource={documents[side.document] as (typeof documents)['invoice']} list={documentPath(side)}>
      {(record) => {
        const why = lockReason(record)
        // Its page shows the earlier content.
        if (why === 'document_void') return <Navigate to={`${documentPath(side)}/${record.id}/view`} replace />
        const values = editedValues(side, record)
        return why ? (
          <DocumentRemarksForm side={side} record={record} values={values} why={why} />
        ) : (
          <WithPaper side={side}>
            <DocumentForm side={side} id={record.id} values={values} status={record.status} />
          </WithPaper>
        )
      }}
    </RecordPage>
  )
}

function editedValues(side: Side, record: DocumentRecord) {
  const values = valuesOf(record, {})
  return {
    ...values,
    // The server proposed the draft's number unless the user typed one. The server decides when the draft is confirmed.
    proposed_number: values[side.numberField],
    items: record.items.map((item) => storedItem(item)),
    ...(side.document === 'invoice' && { advances: storedDeductions(record.deductions, record.customer_id) }),
  }
}
