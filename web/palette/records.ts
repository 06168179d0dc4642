import { products } from '#contract/catalog.ts'
import { documents } from '#contract/documents/document-calls.ts'
import { type NoteKind, noteKinds } from '#contract/documents/note-kinds.ts'
import { notes } from '#contract/documents/notes.ts'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import type { GoodsKindName } from '#contract/goods/goods-kinds.ts'
import { goodsNotes } from '#contract/goods/goods-notes.ts'
import { journalEntries } from '#contract/journal.ts'
import type { Resource } from '#contract/kit/resource.ts'
import { lots } from '#contract/lots/lots.ts'
import type { OrderKindName } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { customers, suppliers } from '#contract/parties.ts'
import { payments } from '#contract/payments.ts'
import { stockTransfers } from '#contract/places/transfers.ts'
import { reportPath, reportPermission } from '#contract/reports/report-index.ts'
import IconBuilding from '~icons/tabler/building'
import IconInvoices from '~icons/tabler/file-invoice'
import IconProducts from '~icons/tabler/package'
import IconBills from '~icons/tabler/receipt'
import IconLots from '~icons/tabler/stack-2'
import IconCustomers from '~icons/tabler/users'
import type { ListedResource } from '../api/resource.ts'
import { localName } from '../i18n/localName.ts'
import type { Switch } from '../routes/PageEntry.ts'
import { goodsPath, notePath, orderPath, transfersPath } from '../routes/paths.ts'
import { iconOf } from '../shell/menuIcons.ts'
import type { Command } from './Command.ts'

type Row = { id: number; [field: string]: unknown }
type NamedRecord = { name: string; name_en: string | null }
export type RecordKind = {
  /** Words its group: `shell:pages.<name>`. */
  name: string
  resource: ListedResource & Pick<Resource, 'permissions'>
  icon: Command['icon']
  /** The text of a found row. `to` is the page that opens it, for a user with the permission `opens`. */
  read: (row: Row) => Omit<Command, 'icon'>
  opens: string
  /** The list that contains the row, for a user who may only list. */
  list: string
  /** Of a part that the organization switches on. */
  needs?: Switch
  /** Found by its number only: asked for where a digit is typed. */
  byNumber?: true
}

const partyKind = (
  name: string,
  resource: RecordKind['resource'],
  list: string,
  opens: string,
  icon: Command['icon'],
): RecordKind => ({
  name,
  resource,
  icon,
  opens,
  list,
  read: (row) => ({
    to: `${list}?edit=${row.id}`,
    title: nameOf(row),
  }),
})

const nameOf = ({ name, name_en }: Record<string, unknown>): string =>
  localName({ name: String(name), name_en: (name_en ?? null) as string | null })

const documentKind = (side: Side, list: string, icon: Command['icon']): RecordKind => ({
  name: `${side.document}s`,
  resource: documents[side.document],
  icon,
  opens: `read-${side.document}`,
  list,
  read: (row) => ({
    to: `${list}/${row.id}/view`,
    title: String(row[side.numberField]),
    detail: localName(row[side.party] as NamedRecord),
    isNumber: true,
  }),
})

/** Records that are known by a number: payments, notes, journal entries. */
const numbered = (
  name: string,
  resource: RecordKind['resource'],
  list: string,
  opens: string,
  detailOf: (row: Row) => string | undefined,
): RecordKind => ({
  name,
  opens,
  list,
  byNumber: true,
  icon: iconOf(name),
  resource,
  read: (row) => {
    const number = Object.entries(row).find(([field]) => /_number$/.test(field))?.[1]
    return { to: `${list}/${row.id}/view`, title: String(number), detail: detailOf(row), isNumber: true }
  },
})
const partyOf = (row: Row) => {
  const party = (row.customer ?? row.supplier) as NamedRecord | null | undefined
  return party ? localName(party) : undefined
}
const described = (row: Row) => (row.description as string | null) ?? undefined
const noteKind = (kind: NoteKind) =>
  numbered(`${kind.name}s`, notes[kind.name], notePath(kind), `read-${kind.side.document}`, partyOf)

const orderKind = (name: OrderKindName): RecordKind => ({
  name: `${name}s`,
  needs: 'uses_orders',
  byNumber: true,
  icon: iconOf(`${name}s`),
  resource: orders[name],
  opens: orders[name].permissions.read,
  list: orderPath(name),
  read: (row) => ({
    to: `${orderPath(name)}/${row.id}/view`,
    title: String(row.number),
    isNumber: true,
    detail: partyOf(row),
  }),
})

const goodsKind = (name: GoodsKindName): RecordKind => ({
  name: `${name}s`,
  needs: 'uses_goods_notes',
  byNumber: true,
  icon: iconOf(`${name}s`),
  resource: goodsNotes[name],
  opens: goodsNotes[name].permissions.read,
  list: goodsPath(name),
  read: (row) => ({
    to: `${goodsPath(name)}/${row.id}/view`,
    title: String(row.number),
    isNumber: true,
    detail: partyOf(row),
  }),
})

/** Named by the place that the goods go to. */
const transferKind: RecordKind = {
  name: 'stock_transfers',
  needs: 'uses_places',
  byNumber: true,
  icon: iconOf('stock_transfers'),
  resource: stockTransfers,
  opens: stockTransfers.permissions.read,
  list: transfersPath,
  read: (row) => ({
    to: `${transfersPath}/${row.id}/view`,
    title: String(row.number),
    isNumber: true,
    detail: localName(row.to_place as NamedRecord),
  }),
}

/** A batch or a serial number opens its card. */
const lotKind: RecordKind = {
  name: 'lots',
  needs: 'uses_lots',
  byNumber: true,
  icon: IconLots,
  resource: lots,
  opens: reportPermission('lot_card'),
  list: '/reports/stock-by-lot',
  read: (row) => ({
    to: `${reportPath('lot_card')}?lot_id=${row.id}`,
    title: String(row.number),
    isNumber: true,
    detail: localName(row.product as NamedRecord),
  }),
}

/** Records the palette finds on the server, by number or name. */
export const recordKinds: readonly RecordKind[] = [
  documentKind(sales, '/sales/invoices', IconInvoices),
  lotKind,
  partyKind('customers', customers, '/sales/customers', 'update-customer', IconCustomers),
  documentKind(purchases, '/purchases/bills', IconBills),
  partyKind('suppliers', suppliers, '/purchases/suppliers', 'update-supplier', IconBuilding),
  {
    name: 'products',
    resource: products,
    icon: IconProducts,
    opens: 'update-product',
    list: '/inventory/products',
    read: (row) => ({
      to: `/inventory/products/${row.id}`,
      title: nameOf(row),
      detail: String(row.code),
    }),
  },
  numbered('income_payments', payments.sales, '/accounting/income-payments', 'read-income-payment', partyOf),
  numbered('expense_payments', payments.purchases, '/accounting/expense-payments', 'read-expense-payment', partyOf),
  ...Object.values(noteKinds).map(noteKind),
  ...(Object.keys(orders) as OrderKindName[]).map(orderKind),
  ...(Object.keys(goodsNotes) as GoodsKindName[]).map(goodsKind),
  transferKind,
  numbered('journal_entries', journalEntries, '/accounting/journal-entries', 'read-journal-entry', described),
]
