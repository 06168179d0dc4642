import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type BillPaperRow, billInbox, paperStates } from '#contract/imports/bill-inbox.ts'
import { billInboxPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import type { Column } from '../ui/cells/Column.ts'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FilterSelect } from '../ui/filters/FilterSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { NewPaper } from './NewPaper.tsx'

const columns: readonly Column<BillPaperRow>[] = [
  {
    name: 'file_name',
    draw: (row) => (
      <Link to={`${billInboxPath}/${row.id}`} className="link">
        <bdi>{row.file_name}</bdi>
      </Link>
    ),
  },
  { name: 'seller', draw: (row) => <bdi>{row.seller}</bdi> },
  { name: 'number', draw: (row) => <Num>{row.number}</Num> },
  { name: 'date', draw: (row) => <Num>{row.date}</Num> },
  {
    name: 'total',
    figures: true,
    draw: (row) => row.total !== null && <Amount value={row.total} {...(row.currency && { currency: row.currency })} />,
  },
  { name: 'state', draw: (row) => <PaperState state={row.state} /> },
]

/** Papers of suppliers, waiting until they are bills. */
export function BillInboxPage() {
  const { t } = useTranslation('billInbox')
  return (
    <ListPage
      resource={billInbox}
      columns={columns}
      above={<NewPaper />}
      rowName={(row) => row.file_name}
      isKept={(row) => row.state === 'booked'}
      filters={
        <FilterSelect
          name="state"
          all={t('states.all')}
          choices={paperStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      }
    />
  )
}

function PaperState({ state }: { state: string }) {
  const { t } = useTranslation('billInbox')
  return <StatusDot status={state} color={state === 'booked' ? 'green' : 'blue'} label={t(`states.${state}`)} />
}
