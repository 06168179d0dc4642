import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteKind } from '#contract/documents/note-kinds.ts'
import { notes } from '#contract/documents/notes.ts'
import { fieldOf } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { linkedReferenceColumn } from '../accounting-ui/linkedColumns.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import { useCan } from '../api/useCan.ts'
import { lockReason } from '../documents/lockReason.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { documentPath, notePath, partyPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { amountColumn, dateColumn, textColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { RangeFilters } from '../ui/filters/RangeFilters.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import type { RowPaper } from '../ui/list/RowPdf.tsx'
import { Corrected } from './Corrected.tsx'
import { NoteStatus } from './NoteStatus.tsx'

type Row = {
  id: number
  note_number: string
  note_date: string
  reason: string | null
  status: string
  is_void: boolean
  is_overdue: boolean
  written_off: number | null
  locked_because: string | null
  closed_period: string | null
  total: number
  currency: { code: string; decimals: number }
  customer: { name: string; name_en: string | null }
  reference: { id: number | null; kind: string; number: string }
}

const columnsOf = (kind: NoteKind): readonly Column<Row>[] => [
  {
    name: 'note_number',
    card: 'plain',
    draw: (row) => (
      <Link to={`${notePath(kind)}/${row.id}/view`} className="link">
        <Num>{row.note_number}</Num>
      </Link>
    ),
  },
  { ...dateColumn('note_date'), card: 'plain' },
  {
    ...linkedReferenceColumn<Row>(
      kind.side.party as 'customer',
      (row) => `${partyPath(kind.side)}/${fieldOf<number>(row, kind.side.partyField)}/view`,
    ),
    card: 'title',
  },
  {
    name: 'reference',
    draw: ({ reference }) => <Corrected reference={reference} />,
  },
  { ...textColumn('reason'), card: 'plain' },
  { name: 'status', card: 'end', draw: (row) => <NoteStatus kind={kind} of={row} /> },
  { ...amountColumn('total'), card: 'figure' },
]

/** Notes on sales are issued when they are taken along. */
const paperOf = ({ name, side }: NoteKind): RowPaper => ({
  call: notes[name].calls.pdf,
  issue:
    side.name === 'purchases'
      ? undefined
      : async ({ id }) => {
          const { issueWhereDue } = await import('../many/manyActs.ts')
          await issueWhereDue(notes[name].calls.read, notes[name].calls.issue, id)
        },
})

// What is done with many comes when the first row is marked.
const NoteActs = lazy(async () => ({ default: (await import('./NoteActs.tsx')).NoteActs }))

/** The list of one kind of notes. A new one starts from the document it corrects. */
export function NotesPage({ kind }: { kind: NoteKind }) {
  const { t } = useTranslation('notes')
  const columns = useMemo(() => columnsOf(kind), [kind])
  return (
    <ListPage
      resource={notes[kind.name]}
      // The columns name the fields that they draw; the list types the whole row.
      columns={columns as never}
      madeFrom={<MadeFrom kind={kind} />}
      actOf={() => 'void'}
      rowPath={(row) => `${notePath(kind)}/${row.id}/view`}
      paper={paperOf(kind)}
      bulk={(selection) => (
        <Suspense>
          <NoteActs kind={kind} selection={selection} />
        </Suspense>
      )}
      rowName={(row) => row.note_number}
      lockOf={(row) => {
        const why = lockReason(row)
        return why === null ? null : { why: t(`locked.${why}`) }
      }}
      filterCalls={() => import('../accounting-ui/partyFilterCalls.ts').then((m) => m.partyFilterCalls(kind.side))}
      sums={notes[kind.name].calls.sums}
      filters={
        <FilterDrawer>
          <FilterChoice name={kind.side.partyField} call={optionsOf(parties[kind.side.name])} />
          <RangeFilters />
        </FilterDrawer>
      }
    />
  )
}

/** The page of the document it corrects, which its list leads to. */
function MadeFrom({ kind }: { kind: NoteKind }) {
  const { t } = useTranslation('notes')
  const can = useCan()
  const { document } = kind.side
  if (!can(kind.creates)) return null
  return (
    <Text size="sm">
      {t(`made_from.${document}`)}{' '}
      <OpenLink to={documentPath(kind.side)} className="link">
        {t(`shell:pages.${document}s`)}
      </OpenLink>
      {kind.side.name === 'sales' && (
        <>
          {' · '}
          <OpenLink to={`${notePath(kind)}/create`} className="link">
            {t(`external.${kind.name}`)}
          </OpenLink>
        </>
      )}
    </Text>
  )
}
