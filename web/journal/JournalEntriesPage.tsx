import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { entryStatuses, journalEntries } from '#contract/journal.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import IconJournal from '~icons/tabler/book-2'
import type { RowOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { useMayOpen } from '../routes/OpenLink.tsx'
import { journalPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { amountColumn, dateColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterPanelSelect } from '../ui/filters/FilterPanelSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import classes from './Journal.module.css'
import { JournalAccountFilter } from './JournalAccountFilter.tsx'
import { useEntryLockReason } from './useEntryLockReason.ts'

type Row = RowOf<typeof journalEntries>
const columns: readonly Column<Row>[] = [
  { name: 'journal_number', width: 140, card: 'plain', draw: (row) => <NumberLink row={row} /> },
  { ...dateColumn('journal_date'), card: 'plain' },
  { name: 'description', card: 'title', draw: (row) => <Description text={row.description} /> },
  { ...amountColumn('amount'), card: 'figure' },
  { name: 'currency', width: 80, draw: (row) => <ForeignCurrency currency={row.currency} /> },
  { name: 'status', width: 132, card: 'end', draw: (row) => <EntryStatus status={row.status} /> },
]

// What is done with many comes when the first row is marked.
const JournalActs = lazy(async () => ({ default: (await import('./JournalActs.tsx')).JournalActs }))

/** The manual entries. */
export function JournalEntriesPage() {
  const fixed = useEntryLockReason()
  return (
    <ListPage
      resource={journalEntries}
      columns={columns}
      formPath={journalPath}
      actions={<WholeJournal />}
      actOf={({ status }) => (status === 'draft' ? 'delete' : 'void')}
      rowPath={({ id }) => `${journalPath}/${id}/view`}
      paper={{ call: paperCalls.journal_entry }}
      bulk={(selection) => (
        <Suspense>
          <JournalActs selection={selection} />
        </Suspense>
      )}
      rowName={(row) => row.journal_number}
      lockOf={(entry) => {
        const why = fixed(entry)
        return why === null ? null : { why }
      }}
      filters={
        <FilterDrawer>
          <JournalAccountFilter />
          <StatusFilter />
        </FilterDrawer>
      }
    />
  )
}

/** The books' own currency is said by every amount. */
function ForeignCurrency({ currency: { code } }: Pick<Row, 'currency'>) {
  const own = useUser().organization.currency?.code
  return code === own ? null : <Num>{code}</Num>
}

/** The list has the manual entries; the journal has what documents and payments posted as well. */
function WholeJournal() {
  const { t } = useTranslation('journal')
  if (!useMayOpen('/reports/journal')) return null
  return (
    <Button
      variant="default"
      leftSection={<IconJournal aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/reports/journal" preload={false} />}
    >
      {t('whole_journal')}
    </Button>
  )
}

function StatusFilter() {
  const say = useStatusWords()
  const choices = entryStatuses.map((status) => ({ value: status, label: say(status) }))
  return <FilterPanelSelect name="status" choices={choices} />
}

function EntryStatus({ status }: { status: Row['status'] }) {
  return <StatusDot status={status} label={useStatusWords()(status)} />
}

/** Void entries are named with the grammatical gender of an entry. */
function useStatusWords() {
  const { t } = useTranslation(['journal', 'common'])
  return (status: Row['status']) => (status === 'void' ? t('statuses.void') : t(`common:statuses.${status}`))
}

/** The beginning of the description; its page shows all of it. */
function Description({ text }: { text: string | null }) {
  return (
    <span className={classes.description} title={text ?? undefined}>
      <bdi>{text}</bdi>
    </span>
  )
}

function NumberLink({ row }: { row: Row }) {
  return (
    <Link to={`${journalPath}/${row.id}/view`} className="link">
      <Num>{row.journal_number}</Num>
    </Link>
  )
}
