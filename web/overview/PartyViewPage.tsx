import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { overviewCalls, type PartyOverview } from '#contract/reports/overviews.ts'
import IconPay from '~icons/tabler/cash'
import IconStatement from '~icons/tabler/list-details'
import IconPlus from '~icons/tabler/plus'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { CreditNotice } from '../parties/CreditNotice.tsx'
import { PartyDrawer } from '../parties/PartyDrawer.tsx'
import { documentPath, orderPath, partyPath, paymentPath } from '../routes/paths.ts'
import { SendButton } from '../sharing/SendButton.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { EditRecord } from './EditRecord.tsx'
import { FigureStrip } from './FigureStrip.tsx'
import { LinkButton } from './LinkButton.tsx'
import { OverviewFrame } from './OverviewFrame.tsx'
import { PartyFacts } from './PartyFacts.tsx'
import { PartyParts } from './PartyParts.tsx'
import type { PartyRecord } from './PartyRecord.ts'
import { PayeeCertificates } from './PayeeCertificates.tsx'
import { useOverview } from './useOverview.ts'

/** A customer or supplier: who it is, what is open and since when, the latest documents, what it usually buys or sells, the next act. */
export function PartyViewPage({ side }: { side: Side }) {
  return (
    <RecordPage resource={parties[side.name] as (typeof parties)['sales']} list={partyPath(side)}>
      {(record) => <PartyView side={side} record={record} />}
    </RecordPage>
  )
}

function PartyView({ side, record }: { side: Side; record: PartyRecord }) {
  const { t } = useTranslation(['overview', 'parties'])
  const overview = useOverview(overviewCalls[side.party], record.id)
  const data = overview.data as PartyOverview | undefined
  return (
    <OverviewFrame
      title={localName(record)}
      status={record.status}
      kind={t(`parties:types.${record.type}`)}
      actions={<PartyActions side={side} record={record} />}
    >
      {side.name === 'sales' && <CreditNotice customer={String(record.id)} />}
      {data && <PartyFigures side={side} record={record} overview={data} />}
      {data && <PartyParts side={side} id={record.id} overview={data} />}
      {side.name === 'purchases' && <PayeeCertificates id={record.id} />}
      {!data &&
        (overview.error ? (
          <FailedState error={overview.error} onRetry={() => void overview.refetch()} />
        ) : (
          <LoadingState />
        ))}
      <PartyFacts record={record} />
    </OverviewFrame>
  )
}

function PartyActions({ side, record }: { side: Side; record: PartyRecord }) {
  const { t } = useTranslation('overview')
  const party = { party: String(record.id) }
  const isChoosable = record.status !== 'inactive'
  const { uses_orders } = useUser().organization
  const order = side.name === 'sales' ? 'quotation' : 'purchase_order'
  return (
    <>
      <EditRecord resource={parties[side.name]} id={record.id}>
        <PartyDrawer />
      </EditRecord>
      <LinkButton
        to={`/reports/${side.party}-statement`}
        search={{ [side.partyField]: String(record.id) }}
        icon={<IconStatement aria-hidden />}
      >
        {t('actions.statement')}
      </LinkButton>
      <SendButton kind={`${side.party}_statement`} record={{ id: record.id, is_void: false }} />
      {isChoosable && (
        <LinkButton to={`${paymentPath(side)}/create`} search={party} icon={<IconPay aria-hidden />}>
          {t(`actions.${side.payment}`)}
        </LinkButton>
      )}
      {isChoosable && uses_orders && (
        <LinkButton to={`${orderPath(order)}/create`} search={party} icon={<IconPlus aria-hidden />}>
          {t(`actions.${order}`)}
        </LinkButton>
      )}
      {isChoosable && (
        <LinkButton to={`${documentPath(side)}/create`} search={party} icon={<IconPlus aria-hidden />} isMain>
          {t(`actions.${side.document}`)}
        </LinkButton>
      )}
    </>
  )
}

type PartyFiguresProps = { side: Side; record: PartyRecord; overview: PartyOverview }
function PartyFigures({ side, record, overview: { balance, months, last_activity } }: PartyFiguresProps) {
  const { t } = useTranslation('overview')
  const open = `/reports/open-${side.name === 'sales' ? 'receivables' : 'payables'}`
  const trade = `/reports/${side.name}-details`
  const search = { [side.partyField]: String(record.id) }
  const year = months?.reduce((all, { net }) => all + net, 0) ?? 0
  const first = months?.[0]?.month
  const figures = [
    ...(balance
      ? [
          { label: t(`figures.balance_${side.name}`), value: <OwnAmount value={balance.total} />, to: open, search },
          {
            label: t('figures.overdue'),
            value: <OwnAmount value={balance.overdue} />,
            to: open,
            search: { ...search, age: 'days_30,days_60,days_90,days_120,older' },
            isBad: balance.overdue > 0,
          },
          ...(balance.retained === 0
            ? []
            : [
                {
                  label: t('figures.retained'),
                  value: <OwnAmount value={balance.retained} />,
                  to: '/reports/retention-calendar',
                  search: {},
                },
              ]),
          ...(balance.paid_ahead === 0
            ? []
            : [
                {
                  label: t('figures.paid_ahead'),
                  value: <OwnAmount value={balance.paid_ahead} />,
                  to: open,
                  search: { ...search, age: 'advances' },
                },
              ]),
        ]
      : []),
    ...(months
      ? [
          {
            label: t(`figures.year_${side.name}`),
            value: <OwnAmount value={year} />,
            to: trade,
            search: { party_id: String(record.id), from: `${first}-01` },
          },
        ]
      : []),
    ...(last_activity ? [{ label: t('figures.last_activity'), value: <Num>{last_activity}</Num> }] : []),
  ]
  return figures.length === 0 ? null : <FigureStrip label={t('figures.title')} figures={figures} />
}
