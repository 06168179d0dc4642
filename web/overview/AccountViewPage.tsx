import { useTranslation } from 'react-i18next'
import { type AccountOverview, overviewCalls } from '#contract/reports/overviews.ts'
import IconStatement from '~icons/tabler/list-details'
import IconPlus from '~icons/tabler/plus'
import { NodeDrawer } from '../chart/NodeDrawer.tsx'
import { NumberedName } from '../chart/NumberedName.tsx'
import { accountKind, type ChartNode } from '../chart/nodeKind.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { AllOfThem } from './AllOfThem.tsx'
import { EditRecord } from './EditRecord.tsx'
import { FigureStrip } from './FigureStrip.tsx'
import { LineTable } from './LineTable.tsx'
import { LinkButton } from './LinkButton.tsx'
import { OverviewFrame } from './OverviewFrame.tsx'
import { OverviewPart } from './OverviewPart.tsx'
import { RecordMonths } from './RecordMonths.tsx'
import { useOverview } from './useOverview.ts'

type Account = ChartNode & { description: string | null; parent: Pick<ChartNode, 'number' | 'name' | 'name_en'> | null }
const statementPath = '/reports/account-statement'

/** An account: its balance by month and its last lines, with those of the accounts below it. */
export function AccountViewPage() {
  return (
    <RecordPage resource={accountKind.resource} list="/accounting/chart-of-accounts">
      {(record) => <AccountView account={record as Account} />}
    </RecordPage>
  )
}

function AccountView({ account }: { account: Account }) {
  const { t } = useTranslation(['overview', 'chart'])
  const overview = useOverview(overviewCalls.account, account.id)
  const data = overview.data as AccountOverview | undefined
  const search = { account_id: String(account.id) }
  return (
    <OverviewFrame
      title={localName(account)}
      code={account.number}
      status={account.status}
      kind={t(`chart:types.${account.type}`)}
      actions={
        <>
          {account.type !== 'category' && (
            <EditRecord resource={accountKind.resource} id={account.id}>
              <NodeDrawer kind={accountKind} parent={null} />
            </EditRecord>
          )}
          <LinkButton to={statementPath} search={search} icon={<IconStatement aria-hidden />}>
            {t('actions.statement')}
          </LinkButton>
          <LinkButton to="/accounting/journal-entries/create" icon={<IconPlus aria-hidden />} isMain>
            {t('actions.entry')}
          </LinkButton>
        </>
      }
    >
      {data && <AccountParts overview={data} search={search} hasChildren={account.type !== 'sub'} />}
      {!data &&
        (overview.error ? (
          <FailedState error={overview.error} onRetry={() => void overview.refetch()} />
        ) : (
          <LoadingState />
        ))}
      <AccountPlace account={account} />
    </OverviewFrame>
  )
}

type AccountPartsProps = { overview: AccountOverview; search: Record<string, string>; hasChildren: boolean }
function AccountParts({ overview: { balance, months, lines, last_activity }, search, hasChildren }: AccountPartsProps) {
  const { t } = useTranslation('overview')
  if (balance === null || !months || !lines) return null
  const last = months.at(-1)
  const month = { ...search, from: `${last?.month}-01` }
  return (
    <>
      <FigureStrip
        label={t('figures.title')}
        figures={[
          { label: t('figures.balance'), value: <OwnAmount value={balance} />, to: statementPath, search },
          {
            label: t('figures.month_debit'),
            value: <OwnAmount value={last?.debit ?? 0} />,
            to: statementPath,
            search: month,
          },
          {
            label: t('figures.month_credit'),
            value: <OwnAmount value={last?.credit ?? 0} />,
            to: statementPath,
            search: month,
          },
          ...(last_activity ? [{ label: t('figures.last_activity'), value: <Num>{last_activity}</Num> }] : []),
        ]}
      />
      <OverviewPart title={t('parts.months_balance')} wide>
        <RecordMonths
          months={months.map((one) => ({ month: one.month, value: one.balance }))}
          name={t('figures.balance')}
          to={statementPath}
          search={search}
          none={t('none.balance')}
        />
      </OverviewPart>
      <OverviewPart title={t('parts.lines')} wide more={<AllOfThem to={statementPath} search={search} />}>
        <LineTable lines={lines} hasAccounts={hasChildren} />
      </OverviewPart>
    </>
  )
}

function AccountPlace({ account: { parent, description } }: { account: Account }) {
  const { t } = useTranslation('overview')
  if (!parent && !description) return null
  return (
    <OverviewPart title={t('parts.place')}>
      {parent && (
        <div>
          <NumberedName node={parent} />
        </div>
      )}
      {description && <bdi>{description}</bdi>}
    </OverviewPart>
  )
}
