import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { journalCalls, journalEntries } from '#contract/journal.ts'
import { payments } from '#contract/payments.ts'
import { type VatPeriods, vatCalls } from '#contract/vat.ts'
import { withholdingCalls } from '#contract/withholding/withholding.ts'
import { type RecordOf, useRecord } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { useFreshAnswer, useProposal } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { localName } from '../i18n/localName.ts'
import { journalPath } from '../routes/paths.ts'
import { useUsualBranch } from '../ui/fields/BranchField.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { EntryStatusNotice } from './EntryStatusNotice.tsx'
import { JournalEntryForm } from './JournalEntryForm.tsx'
import { emptyLine, type JournalLine, storedLine } from './journalLine.ts'
import { ReverseEntry } from './ReverseEntry.tsx'
import { useEntryLockReason } from './useEntryLockReason.ts'

type Begun = { description: string; lines: JournalLine[]; [field: string]: unknown }

type TaxAccount = VatPeriods['settlement_account']

type EntrySearch = {
  fresh?: string | number
  copy?: string | number
  vat_period?: string | number
  withholding_period?: string | number
  cheque?: string | number
  side?: string
}

/**
 * A new entry, or the copy of one (`?copy=7`); one that comes from a filed return (`?vat_period=20260331`, `?withholding_period=20260331`) begins as the payment of
 * its tax, one that comes from a payment by cheque (`?cheque=7&side=purchases`) as the day the bank pays it.
 */
export function JournalEntryCreatePage() {
  const {
    fresh,
    copy,
    vat_period: period,
    withholding_period: withheld,
    cheque,
    side,
  } = useSearch({
    strict: false,
  }) as EntrySearch
  const can = useCan()
  if (copy !== undefined && can(journalEntries.permissions.read)) return <CopiedEntry id={Number(copy)} />
  const payment = side === 'sales' || side === 'purchases' ? payments[side] : undefined
  if (cheque !== undefined && payment && can(payment.permissions.read))
    return <ClearedCheque side={side as 'sales' | 'purchases'} id={Number(cheque)} />
  if (withheld !== undefined && can(...withholdingCalls.periods.admission))
    return <WithholdingPayment period={Number(withheld)} />
  return period !== undefined && can(...vatCalls.periods.admission) ? (
    <VatPayment period={Number(period)} />
  ) : (
    <NewEntry key={String(fresh ?? '')} />
  )
}

/** The lines of another entry on a new day; its rate was of its own day. */
function CopiedEntry({ id }: { id: number }) {
  const answer = useRecord(journalEntries, id)
  if (!answer.data) return <LoadingPage of={answer} list={journalPath} />
  const { description, branch_id, currency_id, lines } = answer.data
  return (
    <NewEntry
      begun={{
        description: description ?? '',
        lines: lines.map((line) => storedLine(line)),
        branch_id: String(branch_id),
        currency_id: String(currency_id),
      }}
    />
  )
}

/** The amount of a return, from the settlement account. The user chooses the bank account. */
function VatPayment({ period }: { period: number }) {
  const { t } = useTranslation('journal')
  const periods = useFreshAnswer(vatCalls.periods)
  if (!periods.data) return <LoadingPage of={periods} list={journalPath} />
  const { periods: all, settlement_account: account } = periods.data
  const filed = all.find(({ id, status }) => id === period && status === 'filed')
  const net = filed?.net ?? 0
  if (!filed || net <= 0) return <NewEntry />
  const description = `${t('vat_payment')} ${plain(filed.from)} – ${plain(filed.to)}`
  return <NewEntry begun={paidFrom(account, net, description)} />
}

/** What is unpaid of a month's withheld tax, from its account. The user chooses the bank account. */
function WithholdingPayment({ period }: { period: number }) {
  const { t } = useTranslation('journal')
  const periods = useFreshAnswer(withholdingCalls.periods)
  if (!periods.data) return <LoadingPage of={periods} list={journalPath} />
  const { months, account } = periods.data
  const filed = months.find(({ id }) => id === period)
  if (!filed || filed.unpaid <= 0) return <NewEntry />
  return (
    <NewEntry
      begun={paidFrom(account, filed.unpaid, `${t('withholding_payment')} ${plain(filed.from)} – ${plain(filed.to)}`)}
    />
  )
}

/** An entry that pays an amount off an account of a tax. */
function paidFrom(account: TaxAccount, amount: number, description: string): Begun {
  const settled = { account_id: String(account.id), account_number: account.number, account_name: localName(account) }
  return {
    description,
    lines: [
      { ...emptyLine(), ...settled, debit: String(amount) },
      { ...emptyLine(), credit: String(amount) },
    ],
  }
}

/** The amount of a cheque in collection, from its account. The user chooses the bank. */
function ClearedCheque({ side, id }: { side: 'sales' | 'purchases'; id: number }) {
  const { t } = useTranslation('journal')
  const { organization } = useUser()
  const answer = useRecord(payments[side] as (typeof payments)['sales'], id)
  if (!answer.data) return <LoadingPage of={answer} list={journalPath} />
  const { clearing, currency, exchange_rate, branch_id, payment_number } = answer.data
  if (!clearing) return <NewEntry />
  const waits = {
    ...emptyLine(),
    account_id: String(clearing.account_id),
    account_number: clearing.number,
    account_name: localName(clearing),
  }
  const amount = String(clearing.amount)
  const lines =
    side === 'sales'
      ? [
          { ...emptyLine(), debit: amount },
          { ...waits, credit: amount },
        ]
      : [
          { ...waits, debit: amount },
          { ...emptyLine(), credit: amount },
        ]
  const description = `${t(side === 'sales' ? 'cheque_collected' : 'cheque_paid')} ${payment_number}`
  return (
    <NewEntry
      begun={{
        description,
        lines,
        branch_id: String(branch_id),
        currency_id: String(currency.id),
        // Cleared at what it was written at.
        ...(currency.id !== organization.currency.id && { exchange_rate: String(exchange_rate), has_own_rate: true }),
      }}
    />
  )
}

/** A date inside Arabic text: slashes keep its order where hyphens would reverse it. */
const plain = (day: string): string => day.replaceAll('-', '/')

/** Today, the number the server would give next, and two empty lines where nothing else is begun with. */
function NewEntry({ begun }: { begun?: Begun }) {
  const { organization } = useUser()
  const next = useProposal(journalCalls.nextNumber, 'number')
  const branch = useUsualBranch()
  if (next.isAwaited || branch.isAwaited) return <LoadingPage list={journalPath} />
  const values = {
    journal_number: next.proposed,
    proposed_number: next.proposed,
    journal_date: today(),
    branch_id: branch.usual,
    currency_id: String(organization.currency.id),
    ...(begun ?? { description: '', lines: [emptyLine(), emptyLine()] }),
  }
  return <JournalEntryForm id={null} values={values} />
}

/** A stored entry; saving corrects it. */
export function JournalEntryEditPage() {
  return (
    <RecordPage resource={journalEntries} list={journalPath}>
      {(record) => <StoredEntry record={record} />}
    </RecordPage>
  )
}

/** A voided or reversed entry cannot be changed; its journal entries are shown below. */
function StoredEntry({ record }: { record: RecordOf<typeof journalEntries> }) {
  const fixed = useEntryLockReason()(record)
  return (
    <>
      <JournalEntryForm
        id={record.id}
        values={editedValues(record)}
        status={record.status}
        fixed={fixed && <EntryStatusNotice entry={record} why={fixed} />}
        actions={<ReverseEntry entry={record} />}
      />
      <RecordHistory name="journal_entry" id={record.id} below="page" />
    </>
  )
}

function editedValues(record: RecordOf<typeof journalEntries>) {
  const values = valuesOf(record, {})
  // The number of a draft was not typed: the server assigns one when it is posted.
  return { ...values, proposed_number: values.journal_number, lines: record.lines.map((line) => storedLine(line)) }
}
