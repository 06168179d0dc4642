import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { reportIndex, reportPath } from '../../contract/reports/report-index.ts'
import { settingsSections } from '../../web/routes/settingsSections.ts'
import type { Organization } from './organization.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
/** The source of the records of a page with an id in its address. */
const calls: Record<string, string> = {
  '/sales/invoices': '/invoices',
  '/purchases/bills': '/bills',
  '/inventory/products': '/products',
  '/inventory/price-lists': '/price-lists',
  '/sales/customers': '/customers',
  '/purchases/suppliers': '/suppliers',
  '/sales/advance-invoices': '/advance-invoices',
  '/sales/credit-notes': '/credit-notes',
  '/sales/debit-notes': '/debit-notes',
  '/purchases/supplier-credits': '/supplier-credits',
  '/purchases/customs-declarations': '/customs-declarations',
  '/accounting/bank-statements': '/bank/statements',
  '/settings/import': '/imports',
  '/purchases/bill-inbox': '/bill-inbox',
  '/sales/quotations': '/quotations',
  '/sales/orders': '/sales-orders',
  '/purchases/orders': '/purchase-orders',
  '/sales/deliveries': '/delivery-notes',
  '/purchases/receipts': '/goods-receipts',
}

/** The table names each page's icon. The icons are not needed here. */
const withoutIcons = {
  name: 'without-icons',
  resolveId: (id: string) => (id.startsWith('~icons/') ? '\0icon' : undefined),
  load: (id: string) => (id === '\0icon' ? 'export default () => null' : undefined),
}

/** Every address of the table of pages, with a record of this organisation where the address names one. */
export async function everyAddress(owner: Organization): Promise<string[]> {
  const table = await runnerImport<{ pages: { path: string }[] }>(fromRoot('web/routes/pages.ts'), {
    logLevel: 'error',
    plugins: [withoutIcons],
  })
  const addresses: string[] = []
  for (const { path } of table.module.pages) {
    if (path.includes('$section'))
      addresses.push(...settingsSections.map((section) => path.replace('$section', section)))
    else if (path.includes('$name')) addresses.push(...reportIndex.map(([name]) => reportPath(name)))
    else if (path.includes('$id')) addresses.push(path.replace('$id', await recordOf(owner, path)))
    else addresses.push(path)
  }
  return addresses
}

async function recordOf(owner: Organization, path: string): Promise<string> {
  const list = path.slice(0, path.indexOf('/$id'))
  const opening = /^\/accounting\/opening\/(\w+)-credits$/.exec(list)?.[1]
  const records = (
    opening ? (await owner.get('/accounting/opening'))[`${opening}_credits`] : await owner.get(calls[list] ?? list)
  ) as { id: number }[]
  // Forms take the newest, which may be a draft; printed pages the oldest, which is posted.
  const record = path.endsWith('/$id') ? records[0] : records.at(-1)
  if (!record) throw new Error(`${path} has no record to show`)
  return String(record.id)
}
