import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldOf } from '#contract/documents/sides.ts'
import { type GoodsKindName, goodsKinds } from '#contract/goods/goods-kinds.ts'
import { goodsCalls, goodsNotes } from '#contract/goods/goods-notes.ts'
import { progresses } from '#contract/orders/order-kinds.ts'
import { parties } from '#contract/parties.ts'
import { linkedReferenceColumn } from '../accounting-ui/linkedColumns.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { goodsPath, partyPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { dateColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterNative } from '../ui/filters/FilterNative.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import type { GoodsRow } from './GoodsNote.ts'
import { GoodsStatus } from './GoodsStatus.tsx'

const columnsOf = (name: GoodsKindName, say: (row: GoodsRow) => string): readonly Column<GoodsRow>[] => {
  const { side } = goodsKinds[name]
  return [
    {
      name: 'number',
      width: 152,
      card: 'plain',
      draw: (row) => (
        <Link to={`${goodsPath(name)}/${row.id}/view`} className="link">
          <Num>{row.number}</Num>
        </Link>
      ),
    },
    { ...dateColumn('note_date'), card: 'plain' },
    {
      ...linkedReferenceColumn<GoodsRow>(
        side.party as 'customer',
        (row) => `${partyPath(side)}/${fieldOf<number>(row, side.partyField)}/view`,
      ),
      card: 'title',
    },
    { name: 'reference', extra: true, draw: (row) => row.reference && <bdi>{row.reference}</bdi> },
    { name: 'status', width: 130, card: 'end', draw: (row) => <GoodsStatus note={row} /> },
    { name: 'progress', card: 'plain', draw: say },
    { name: 'value', figures: true, width: 136, card: 'figure', draw: (row) => <OwnAmount value={row.value} /> },
    { name: 'open_value', figures: true, width: 136, draw: (row) => <OwnAmount value={row.open_value} /> },
  ]
}

/** The list of delivery notes or goods receipts, with what of them waits for its invoice or bill. */
export function GoodsNotesPage({ name }: { name: GoodsKindName }) {
  const { t } = useTranslation(['goods', 'common'])
  const kind = goodsKinds[name]
  const columns = useMemo(
    () => columnsOf(name, (row) => (row.is_return ? '' : t(`progress.${name}.${row.progress}`))),
    [name, t],
  )
  return (
    <ListPage
      resource={goodsNotes[name] as (typeof goodsNotes)['delivery_note']}
      columns={columns}
      formPath={goodsPath(name)}
      actOf={() => 'void'}
      rowPath={({ id }) => `${goodsPath(name)}/${id}/view`}
      rowName={({ number }) => number}
      lockOf={({ status }) => (status === 'void' ? { why: t('statuses.void') } : null)}
      filterCalls={() => import('../accounting-ui/partyFilterCalls.ts').then((m) => m.partyFilterCalls(kind.side))}
      sums={goodsCalls[name].sums}
      filters={
        <>
          <FilterNative
            name="progress"
            all={t('progress.every')}
            choices={['open', ...progresses].map((value) => ({ value, label: t(`progress.${name}.${value}`) }))}
          />
          <FilterNative
            name="is_return"
            all={t('returns.every')}
            choices={['0', '1'].map((value) => ({ value, label: t(`returns.${name}.${value}`) }))}
          />
          <FilterDrawer>
            <FilterChoice name={kind.side.partyField} call={optionsOf(parties[kind.side.name])} />
          </FilterDrawer>
        </>
      }
    />
  )
}
