import { settingVerbs } from '../crud-permissions.ts'
import { reportPermissions } from '../reports/report-index.ts'
import { financialYearPermissions } from './permissions.ts'

/** Permissions to choose a branch, a tax or a currency without managing them. */
export const formAdmission = [
  'create-invoice',
  'update-invoice',
  'list-invoice',
  'create-bill',
  'update-bill',
  'list-bill',
  'create-income-payment',
  'update-income-payment',
  'create-expense-payment',
  'update-expense-payment',
  'create-journal-entry',
  'update-journal-entry',
  'create-product',
  'update-product',
  // An entry on paper names its branch.
  'read-journal-entry',
  // Rests of a note are refunded by a payment method.
  'create-credit-note',
  'create-supplier-credit',
  'create-customs-declaration',
  'set-off-balances',
  'file-vat',
  // Opening balances belong to a branch.
  financialYearPermissions.update,
  ...reportPermissions,
  'adjust-stock',
  'transfer-stock',
  ...['quotation', 'sales-order', 'purchase-order'].flatMap((entity) => [
    `list-${entity}`,
    `create-${entity}`,
    `update-${entity}`,
  ]),
  'create-price-list',
  'update-price-list',
  // An asset belongs to a branch.
  'list-fixed-asset',
  'create-fixed-asset',
  'update-fixed-asset',
  settingVerbs.read,
  settingVerbs.update,
] as const
