import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import type { PartyOverview } from '#contract/reports/overviews.ts'
import { documentPath } from '../routes/paths.ts'
import { AgeingBar } from './AgeingBar.tsx'
import { AllOfThem } from './AllOfThem.tsx'
import { ItemTable } from './ItemTable.tsx'
import { OverviewPart } from './OverviewPart.tsx'
import { RecordMonths } from './RecordMonths.tsx'
import { UsualTable } from './UsualTable.tsx'

type PartyPartsProps = { side: Side; id: number; overview: PartyOverview }

/** Ageing, trade by month, what is open, the latest documents, the usual products: each part that the user may see. */
export function PartyParts({ side, id, overview }: PartyPartsProps) {
  const { t } = useTranslation('overview')
  const { balance, open, latest, months, products } = overview
  const search = { [side.partyField]: String(id) }
  const openReport = `/reports/open-${side.name === 'sales' ? 'receivables' : 'payables'}`
  return (
    <>
      {balance && (
        <OverviewPart title={t('parts.ageing')} wide more={<AllOfThem to={openReport} search={search} />}>
          <AgeingBar buckets={balance.buckets} to={openReport} search={search} />
        </OverviewPart>
      )}
      {months && (
        <OverviewPart title={t(`parts.months_${side.name}`)} wide>
          <RecordMonths
            months={months.map(({ month, net }) => ({ month, value: net }))}
            name={t(`figures.year_${side.name}`)}
            to={`/reports/${side.name}-details`}
            search={{ party_id: String(id) }}
            none={t('none.months')}
          />
        </OverviewPart>
      )}
      {(balance || open.length > 0) && (
        <OverviewPart title={t('parts.open')} more={<AllOfThem to={openReport} search={search} />}>
          <ItemTable items={open} shows="open" none={t('none.open')} />
        </OverviewPart>
      )}
      {(products || latest.length > 0) && (
        <OverviewPart title={t('parts.latest')} more={<AllOfThem to={documentPath(side)} search={search} />}>
          <ItemTable items={latest} shows="latest" none={t('none.latest')} />
        </OverviewPart>
      )}
      {products && (
        <OverviewPart title={t(`parts.usual_${side.name}`)}>
          <UsualTable
            rows={products}
            head={t('columns.product')}
            pathOf={(product) => `/inventory/products/${product}/view`}
            none={t('none.usual')}
          />
        </OverviewPart>
      )}
    </>
  )
}
