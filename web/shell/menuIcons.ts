import type { ComponentType, SVGProps } from 'react'
import IconSetOffs from '~icons/tabler/arrows-exchange'
import IconJournal from '~icons/tabler/book-2'
import IconBuilding from '~icons/tabler/building'
import IconBank from '~icons/tabler/building-bank'
import IconPlaces from '~icons/tabler/building-warehouse'
import IconYears from '~icons/tabler/calendar-stats'
import IconDeferrals from '~icons/tabler/calendar-stats'
import IconAssets from '~icons/tabler/car'
import IconExpense from '~icons/tabler/cash-banknote-minus'
import IconIncome from '~icons/tabler/cash-banknote-plus'
import IconCategories from '~icons/tabler/category'
import IconEInvoicing from '~icons/tabler/certificate'
import IconMonthClose from '~icons/tabler/checklist'
import IconSalesOrders from '~icons/tabler/clipboard-check'
import IconCounts from '~icons/tabler/clipboard-list'
import IconRevaluations from '~icons/tabler/currency-dollar'
import IconOpening from '~icons/tabler/door-enter'
import IconQuotations from '~icons/tabler/file-description'
import IconAdvances from '~icons/tabler/file-dollar'
import IconInvoices from '~icons/tabler/file-invoice'
import IconCreditNotes from '~icons/tabler/file-minus'
import IconDebitNotes from '~icons/tabler/file-plus'
import IconStatements from '~icons/tabler/file-spreadsheet'
import IconPage from '~icons/tabler/file-text'
import IconCostCenters from '~icons/tabler/hierarchy-2'
import IconHome from '~icons/tabler/home'
import IconInbox from '~icons/tabler/inbox'
import IconChart from '~icons/tabler/list-tree'
import IconProducts from '~icons/tabler/package'
import IconReceipts from '~icons/tabler/package-import'
import IconBills from '~icons/tabler/receipt'
import IconSupplierCredits from '~icons/tabler/receipt-refund'
import IconVat from '~icons/tabler/receipt-tax'
import IconRecurring from '~icons/tabler/repeat'
import IconReports from '~icons/tabler/report-analytics'
import IconUnits from '~icons/tabler/ruler-measure'
import IconSettings from '~icons/tabler/settings'
import IconRoles from '~icons/tabler/shield-lock'
import IconCustoms from '~icons/tabler/ship'
import IconPurchaseOrders from '~icons/tabler/shopping-cart'
import IconPrices from '~icons/tabler/tags'
import IconTransfers from '~icons/tabler/transfer'
import IconDeliveries from '~icons/tabler/truck-delivery'
import IconUsers from '~icons/tabler/user-cog'
import IconCustomers from '~icons/tabler/users'

export type Icon = ComponentType<SVGProps<SVGSVGElement>>

/** The icon of each page in the menu, by the page's name. Separate from the table of pages, which the sign-in loads. */
const menuIcons: Readonly<Record<string, Icon>> = {
  home: IconHome,
  customers: IconCustomers,
  suppliers: IconBuilding,
  journal_entries: IconJournal,
  chart_of_accounts: IconChart,
  cost_centers: IconCostCenters,
  opening: IconOpening,
  vat_periods: IconVat,
  withholding: IconVat,
  closing: IconMonthClose,
  month_close: IconMonthClose,
  fx_revaluations: IconRevaluations,
  financial_years: IconYears,
  products: IconProducts,
  product_categories: IconCategories,
  units: IconUnits,
  price_lists: IconPrices,
  stock_counts: IconCounts,
  stock_transfers: IconTransfers,
  places: IconPlaces,
  users: IconUsers,
  roles: IconRoles,
  reports: IconReports,
  settings: IconSettings,
  invoices: IconInvoices,
  advance_invoices: IconAdvances,
  bills: IconBills,
  quotations: IconQuotations,
  sales_orders: IconSalesOrders,
  purchase_orders: IconPurchaseOrders,
  delivery_notes: IconDeliveries,
  goods_receipts: IconReceipts,
  bill_inbox: IconInbox,
  credit_notes: IconCreditNotes,
  debit_notes: IconDebitNotes,
  supplier_credits: IconSupplierCredits,
  customs_declarations: IconCustoms,
  set_offs: IconSetOffs,
  bank: IconBank,
  bank_statements: IconStatements,
  bank_reconciliations: IconBank,
  income_payments: IconIncome,
  expense_payments: IconExpense,
  e_invoicing: IconEInvoicing,
  recurring: IconRecurring,
  deferrals: IconDeferrals,
  assets: IconAssets,
}

/** The icon of a page or entry by its name. */
export const iconOf = (name: string): Icon => menuIcons[name] ?? IconPage
