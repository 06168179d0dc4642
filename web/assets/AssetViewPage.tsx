import { useTranslation } from 'react-i18next'
import { type AssetRecord, assets } from '#contract/assets/assets.ts'
import IconEdit from '~icons/tabler/pencil'
import { FailedPart } from '../deferrals/FailedPart.tsx'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { FigureStrip } from '../overview/FigureStrip.tsx'
import { LinkButton } from '../overview/LinkButton.tsx'
import overview from '../overview/Overview.module.css'
import { OverviewPart } from '../overview/OverviewPart.tsx'
import { assetsPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { AssetActions } from './AssetActions.tsx'
import { AssetEvents } from './AssetEvents.tsx'
import { AssetFacts } from './AssetFacts.tsx'
import { AssetParts } from './AssetParts.tsx'
import { AssetStatus } from './AssetStatus.tsx'

/** An asset: what it is worth, its depreciation, what happened to it. */
export function AssetViewPage() {
  return (
    <RecordPage resource={assets} list={assetsPath}>
      {(record) => <AssetView asset={record} />}
    </RecordPage>
  )
}

function AssetView({ asset }: { asset: AssetRecord }) {
  const { t } = useTranslation('assets')
  const isOpen = asset.status === 'active' || asset.status === 'depreciated'
  const failed = asset.parts.filter(({ state }) => state === 'failed')
  const figures = (['cost', 'accumulated', 'book_value', 'residual'] as const).map((name) => ({
    label: t(`fields.asset.${name}`),
    value: <OwnAmount value={asset[name]} />,
  }))
  return (
    <>
      <PageHeader
        title={<bdi>{localName(asset)}</bdi>}
        detail={
          <span className={overview.detail}>
            <Num>{asset.number}</Num>
            <bdi>{localName(asset.asset_class)}</bdi>
            <AssetStatus status={asset.status} />
          </span>
        }
      >
        <LinkButton to={`${assetsPath}/${asset.id}`} icon={<IconEdit aria-hidden />}>
          {t('names.asset.edit')}
        </LinkButton>
        <AssetActions
          asset={asset}
          cancel={
            isOpen &&
            asset.events.every(({ kind, is_reversed }) => kind !== 'disposed' || is_reversed) && (
              <DeleteRecord
                resource={assets}
                id={asset.id}
                name={localName(asset)}
                act="void"
                label={t('actions.cancel')}
              />
            )
          }
        />
      </PageHeader>
      <div className={overview.page}>
        <FigureStrip label={t('sections.worth')} figures={figures} />
        {failed.length > 0 && asset.deferral_id !== null && (
          <section className={overview.part} data-wide aria-label={t('task')}>
            {failed.map((part) => (
              <FailedPart key={part.number} id={asset.deferral_id as number} part={part} />
            ))}
          </section>
        )}
        <OverviewPart title={t('sections.what')}>
          <AssetFacts asset={asset} />
        </OverviewPart>
        <OverviewPart title={t('history')}>
          <AssetEvents events={asset.events} />
        </OverviewPart>
        <OverviewPart title={t('parts')} wide>
          <AssetParts parts={asset.parts} />
        </OverviewPart>
      </div>
      <RecordHistory name="asset" id={asset.id} below="page" />
    </>
  )
}
