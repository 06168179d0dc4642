import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documents } from '#contract/documents/document-calls.ts'
import { memoNames } from '#contract/documents/memo-fields.ts'
import { purchases } from '#contract/documents/sides.ts'
import { type BillPaper, billInboxCalls } from '#contract/imports/bill-inbox.ts'
import { request } from '../api/client.ts'
import { useUser } from '../api/session.ts'
import { DocumentForm } from '../documents/DocumentForm.tsx'
import { storedItem } from '../documents/items/itemRow.ts'
import { billInboxPath, documentPath } from '../routes/paths.ts'
import { useUsualBranch } from '../ui/fields/BranchField.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import classes from './BillInbox.module.css'
import { PaperNotice } from './PaperNotice.tsx'
import { PaperOrders } from './PaperOrders.tsx'

/** The form of a bill, filled from the paper; differences are shown above it. */
export function BillPaperPage() {
  const { t } = useTranslation('billInbox')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const branch = useUsualBranch()
  const [order, setOrder] = useState<number | null>(null)
  const answer = useQuery({
    queryKey: [billInboxCalls.read.path, 'record', id],
    queryFn: async ({ signal }) =>
      (await request<{ data: BillPaper }>(billInboxCalls.read, { params: { id }, signal })).data,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const paper = answer.data
  if (!paper || branch.isAwaited)
    return <LoadingPage of={answer} title={t('names.bill_paper.one')} list={billInboxPath} />
  if (paper.state === 'booked')
    return (
      <>
        <PageHeader title={<bdi>{paper.file_name}</bdi>} />
        <p className={classes.hint}>{t('paper.booked')}</p>
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={`${documentPath(purchases)}/${paper.document_id}/view`} />}
        >
          {t('actions.to_bill')}
        </Button>
      </>
    )
  return (
    <PaperForm
      key={`${paper.supplier_id ?? 'none'} ${order ?? ''}`}
      paper={paper}
      branch={branch.usual}
      order={order}
      onTake={setOrder}
    />
  )
}

type PaperFormProps = {
  paper: BillPaper
  branch: string
  /** The proposed order whose rows are taken. */
  order: number | null
  onTake: (order: number | null) => void
}

function PaperForm({ paper, branch, order, onTake }: PaperFormProps) {
  const { organization } = useUser()
  const { bill } = paper
  const links = paper.orders.find(({ id }) => id === order)?.items
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  const values = {
    bill_number: text(bill.bill_number),
    proposed_number: '',
    bill_date: bill.bill_date ?? today(),
    due_date: bill.due_date ?? today(),
    supplier_id: text(bill.supplier_id),
    branch_id: branch,
    currency_id: text(bill.currency_id ?? organization.currency.id),
    tax_id: text(bill.tax_id),
    ...Object.fromEntries(memoNames.map((name) => [name, ''])),
    audience: '',
    prices_include_tax: false,
    discount_amount: text(bill.discount_amount),
    discount_percent: '',
    items: bill.items.map((item, index) => ({
      ...storedItem({ ...item, ...links?.[index] }),
      // What the paper says stays where a unit is chosen.
      filled_price: '',
    })),
  }
  // The form is written for invoices; the bill has the same calls with its own party.
  const own = documents.bill as unknown as (typeof documents)['invoice']
  // The same body, by the call that keeps the paper with the bill.
  const create = { ...billInboxCalls.book, path: billInboxCalls.book.path.replace(':id', String(paper.id)) }
  const resource = { ...own, calls: { ...own.calls, create } } as unknown as typeof own
  return (
    <DocumentForm
      side={purchases}
      id={null}
      values={values}
      status={null}
      resource={resource}
      above={
        <>
          <PaperNotice paper={paper} />
          <PaperOrders paper={paper} taken={order} onTake={onTake} />
        </>
      }
    />
  )
}
