import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { parties, partyTypes } from '#contract/parties.ts'
import { overviewCalls } from '#contract/reports/overviews.ts'
import { linkedNameColumn } from '../accounting-ui/linkedColumns.tsx'
import type { RowOf } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { ReportRowLink } from '../reports/ReportRowLink.tsx'
import { partyPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { codeColumn, dateColumn, statusColumn } from '../ui/cells/columns.tsx'
import { FilterSelect } from '../ui/filters/FilterSelect.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { PartyBalance } from './PartyBalance.tsx'
import { PartyDrawer } from './PartyDrawer.tsx'
import { PartyStatistics } from './PartyStatistics.tsx'
import { partyStatuses } from './partyStatuses.ts'

const columnsOf = (side: Side, hasBalance: boolean): readonly Column<RowOf<(typeof parties)['sales']>>[] => [
  { ...linkedNameColumn(({ id }) => `${partyPath(side)}/${id}/view`), card: 'title' },
  { ...codeColumn('email'), width: 220, extra: true, card: 'plain' },
  ...(hasBalance
    ? [
        {
          name: 'balance',
          figures: true as const,
          width: 140,
          card: 'figure' as const,
          draw: ({ id }: { id: number }) => <PartyBalance side={side} id={id} />,
        },
      ]
    : []),
  { ...statusColumn(), card: 'end' },
  dateColumn('created_at'),
]

/** The screen of one side's parties: customers for sales, suppliers for purchases. */
export function PartiesPage({ side }: { side: Side }) {
  const { t } = useTranslation('parties')
  const can = useCan()
  const mayReadBalance = can(
    ...overviewCalls[side.name === 'sales' ? 'customerBalances' : 'supplierBalances'].admission,
  )
  const columns = useMemo(() => columnsOf(side, mayReadBalance), [side, mayReadBalance])
  const types = partyTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))
  return (
    <ListPage
      resource={parties[side.name] as (typeof parties)['sales']}
      columns={columns}
      rowPath={({ id }) => `${partyPath(side)}/${id}/view`}
      above={<PartyStatistics side={side} />}
      rowLink={(row) => (
        <ReportRowLink
          report={`${side.party}_statement`}
          search={{ [side.partyField]: String(row.id) }}
          label={t('statement_of', { name: localName(row) })}
        />
      )}
      filters={
        <>
          <StatusFilter statuses={partyStatuses} />
          <FilterSelect name="type" all={t('types.all')} choices={types} />
          <FilterSelect
            name="city_unverified"
            all={t('cities.all')}
            choices={[{ value: '1', label: t('cities.unverified') }]}
          />
        </>
      }
    >
      <PartyDrawer />
    </ListPage>
  )
}
