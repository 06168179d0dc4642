import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type SVGProps, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import {
  ofAssets,
  type ReportName,
  reportGroups,
  reportIndex,
  reportPath,
  reportPermission,
} from '#contract/reports/report-index.ts'
import IconCashFlow from '~icons/tabler/arrows-exchange'
import IconJournal from '~icons/tabler/book-2'
import IconBalanceSheet from '~icons/tabler/building-bank'
import IconValuation from '~icons/tabler/building-warehouse'
import IconPlaces from '~icons/tabler/building-warehouse'
import IconDryClose from '~icons/tabler/calendar-check'
import IconReceivables from '~icons/tabler/calendar-dollar'
import IconForecast from '~icons/tabler/calendar-dot'
import IconPayables from '~icons/tabler/calendar-due'
import IconVatAdjustments from '~icons/tabler/calendar-question'
import IconDeferrals from '~icons/tabler/calendar-stats'
import IconAssets from '~icons/tabler/car'
import IconStockCard from '~icons/tabler/cards'
import IconEquity from '~icons/tabler/chart-arrows-vertical'
import IconProfit from '~icons/tabler/chart-bar'
import IconTaxPools from '~icons/tabler/chart-pie'
import IconOpenReceivables from '~icons/tabler/file-arrow-left'
import IconOpenPayables from '~icons/tabler/file-arrow-right'
import IconVatDetails from '~icons/tabler/file-search'
import IconDigests from '~icons/tabler/fingerprint'
import IconCostCenters from '~icons/tabler/hierarchy-2'
import IconSlow from '~icons/tabler/hourglass'
import IconExpiring from '~icons/tabler/hourglass-low'
import IconStatement from '~icons/tabler/list-details'
import IconRetention from '~icons/tabler/lock-dollar'
import IconNotes from '~icons/tabler/notes'
import IconReceived from '~icons/tabler/package-import'
import IconVat from '~icons/tabler/receipt-tax'
import IconTrialBalance from '~icons/tabler/scale'
import IconZakat from '~icons/tabler/scale-outline'
import IconSearch from '~icons/tabler/search'
import IconPurchasesByProduct from '~icons/tabler/shopping-cart'
import IconToBuy from '~icons/tabler/shopping-cart-plus'
import IconPurchasesDetails from '~icons/tabler/shopping-cart-search'
import IconLots from '~icons/tabler/stack-2'
import IconSalesByProduct from '~icons/tabler/tags'
import IconTransit from '~icons/tabler/truck'
import IconSupplierStatement from '~icons/tabler/truck'
import IconDelivered from '~icons/tabler/truck-delivery'
import IconPurchasesBySupplier from '~icons/tabler/truck-delivery'
import IconCustomerStatement from '~icons/tabler/user-dollar'
import IconSalesByCustomer from '~icons/tabler/users-group'
import IconWithholding from '~icons/tabler/world-dollar'
import IconSalesDetails from '~icons/tabler/zoom-money'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { mostUsedReports, shownOnTop } from './mostUsedReports.ts'
import classes from './ReportsPage.module.css'

const icons: Record<ReportName, ComponentType<SVGProps<SVGSVGElement>>> = {
  profit_and_loss: IconProfit,
  balance_sheet: IconBalanceSheet,
  cash_flow: IconCashFlow,
  changes_in_equity: IconEquity,
  dry_close: IconDryClose,
  statement_notes: IconNotes,
  zakat_worksheet: IconZakat,
  cash_forecast: IconForecast,
  cost_center_report: IconCostCenters,
  deferrals: IconDeferrals,
  asset_register: IconAssets,
  tax_pools: IconTaxPools,
  vat_adjustments: IconVatAdjustments,
  journal: IconJournal,
  entry_digests: IconDigests,
  vat_return: IconVat,
  vat_details: IconVatDetails,
  withholding_by_payee: IconWithholding,
  trial_balance: IconTrialBalance,
  account_statement: IconStatement,
  aged_receivables: IconReceivables,
  aged_payables: IconPayables,
  open_receivables: IconOpenReceivables,
  open_payables: IconOpenPayables,
  retention_calendar: IconRetention,
  customer_statement: IconCustomerStatement,
  supplier_statement: IconSupplierStatement,
  sales_by_customer: IconSalesByCustomer,
  sales_by_product: IconSalesByProduct,
  purchases_by_supplier: IconPurchasesBySupplier,
  purchases_by_product: IconPurchasesByProduct,
  sales_details: IconSalesDetails,
  purchases_details: IconPurchasesDetails,
  delivered_not_invoiced: IconDelivered,
  received_not_billed: IconReceived,
  inventory_valuation: IconValuation,
  stock_card: IconStockCard,
  stock_by_place: IconPlaces,
  goods_in_transit: IconTransit,
  what_to_buy: IconToBuy,
  slow_moving_stock: IconSlow,
  stock_by_lot: IconLots,
  expiring_stock: IconExpiring,
  lot_card: IconLots,
}

/** The reports a person may read: those that are used most, then all others by what they are about, each with what it answers. */
export function ReportsPage() {
  const { t } = useTranslation('reports')
  const can = useCan()
  const user = useUser()
  const [typed, setTyped] = useState('')
  const {
    owns_assets,
    uses_goods_notes: goods,
    uses_orders,
    uses_places,
    uses_lots,
    uses_withholding,
    uses_retention,
  } = user.organization
  const parts: Partial<Record<ReportName, boolean>> = {
    delivered_not_invoiced: goods,
    received_not_billed: goods,
    stock_by_place: uses_places,
    goods_in_transit: uses_places,
    what_to_buy: uses_orders,
    stock_by_lot: uses_lots,
    expiring_stock: uses_lots,
    lot_card: uses_lots,
    withholding_by_payee: uses_withholding,
    retention_calendar: uses_retention,
  }
  const isOn = (name: ReportName) => (ofAssets.has(name) ? owns_assets : (parts[name] ?? true))
  const mine = reportIndex.filter(([name]) => can(reportPermission(name)) && isOn(name))
  const used = useMemo(() => mostUsedReports(user), [user])
  const words = normalizeForSearch(typed).split(' ')
  const isMeant = (name: ReportName) => {
    const text = normalizeForSearch(`${t(`${name}.title`)} ${t(`${name}.detail`)}`)
    return words.every((word) => text.includes(word))
  }
  const top = used.filter((name) => mine.some(([own]) => own === name)).slice(0, shownOnTop)
  const groups = [
    { group: 'most_used', names: typed.trim() === '' ? top : [] },
    ...reportGroups.map((group) => ({
      group,
      names: mine
        .filter(([name, own]) => own === group && (typed.trim() === '' ? !top.includes(name) : isMeant(name)))
        .map(([name]) => name),
    })),
  ].filter(({ names }) => names.length > 0)
  return (
    <>
      <PageHeader title={t('title')}>
        <TextInput
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch aria-hidden />}
        />
      </PageHeader>
      {groups.length === 0 && mine.length > 0 && <p role="status">{t('common:nothing_found')}</p>}
      <div className={classes.groups}>
        {groups.map(({ group, names }) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`} className={classes.heading}>
              {t(`groups.${group}`)}
            </h2>
            <ul className={classes.reports}>
              {names.map((name) => (
                <ReportEntry key={name} name={name} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

function ReportEntry({ name }: { name: ReportName }) {
  const { t } = useTranslation('reports')
  const Icon = icons[name]
  return (
    <li>
      <Link to={reportPath(name)} className={classes.report}>
        <Icon aria-hidden />
        <span>
          <strong>{t(`${name}.title`)}</strong>
          <span className={classes.detail}>
            <BidiText>{t(`${name}.detail`)}</BidiText>
          </span>
        </span>
      </Link>
    </li>
  )
}
