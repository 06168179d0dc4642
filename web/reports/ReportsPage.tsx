import { Link } from '@tanstack/react-router'
import type { ComponentType, SVGProps } from 'react'
import { useTranslation } from 'react-i18next'
import {
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
import IconReceivables from '~icons/tabler/calendar-dollar'
import IconPayables from '~icons/tabler/calendar-due'
import IconDeferrals from '~icons/tabler/calendar-stats'
import IconStockCard from '~icons/tabler/cards'
import IconProfit from '~icons/tabler/chart-bar'
import IconOpenReceivables from '~icons/tabler/file-arrow-left'
import IconOpenPayables from '~icons/tabler/file-arrow-right'
import IconVatDetails from '~icons/tabler/file-search'
import IconDigests from '~icons/tabler/fingerprint'
import IconCostCenters from '~icons/tabler/hierarchy-2'
import IconStatement from '~icons/tabler/list-details'
import IconVat from '~icons/tabler/receipt-tax'
import IconTrialBalance from '~icons/tabler/scale'
import IconPurchasesByProduct from '~icons/tabler/shopping-cart'
import IconPurchasesDetails from '~icons/tabler/shopping-cart-search'
import IconSalesByProduct from '~icons/tabler/tags'
import IconSupplierStatement from '~icons/tabler/truck'
import IconPurchasesBySupplier from '~icons/tabler/truck-delivery'
import IconCustomerStatement from '~icons/tabler/user-dollar'
import IconSalesByCustomer from '~icons/tabler/users-group'
import IconSalesDetails from '~icons/tabler/zoom-money'
import { useCan } from '../api/useCan.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import classes from './ReportsPage.module.css'

const icons: Record<ReportName, ComponentType<SVGProps<SVGSVGElement>>> = {
  profit_and_loss: IconProfit,
  balance_sheet: IconBalanceSheet,
  cash_flow: IconCashFlow,
  cost_center_report: IconCostCenters,
  deferrals: IconDeferrals,
  journal: IconJournal,
  entry_digests: IconDigests,
  vat_return: IconVat,
  vat_details: IconVatDetails,
  trial_balance: IconTrialBalance,
  account_statement: IconStatement,
  aged_receivables: IconReceivables,
  aged_payables: IconPayables,
  open_receivables: IconOpenReceivables,
  open_payables: IconOpenPayables,
  customer_statement: IconCustomerStatement,
  supplier_statement: IconSupplierStatement,
  sales_by_customer: IconSalesByCustomer,
  sales_by_product: IconSalesByProduct,
  purchases_by_supplier: IconPurchasesBySupplier,
  purchases_by_product: IconPurchasesByProduct,
  sales_details: IconSalesDetails,
  purchases_details: IconPurchasesDetails,
  inventory_valuation: IconValuation,
  stock_card: IconStockCard,
}

/** The reports a person may read by what they are about, each with what it answers. */
export function ReportsPage() {
  const { t } = useTranslation('reports')
  const can = useCan()
  const open = reportIndex.filter(([name]) => can(reportPermission(name)))
  const groups = reportGroups
    .map((group) => ({ group, names: open.filter(([, own]) => own === group).map(([name]) => name) }))
    .filter(({ names }) => names.length > 0)
  return (
    <>
      <PageHeader title={t('title')} />
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
