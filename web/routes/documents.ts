import { type ComponentType, createElement } from 'react'
import { type NoteKind, noteKinds } from '#contract/documents/note-kinds.ts'
import { advances, type Side } from '#contract/documents/sides.ts'
import { type OrderKindName, orderKinds } from '#contract/orders/order-kinds.ts'
import type { Menu, PageEntry } from './PageEntry.ts'
import { documentPath, notePath, orderPath } from './paths.ts'
import { recordAt } from './recordAt.ts'

/** The sections of a view that ask for themselves, by the permission to read the document. */
const sectionsOf = {
  invoice: ['deliveries', 'deferrals'],
  bill: ['deferrals'],
  advance_invoice: ['deliveries'],
} as const satisfies Record<Side['document'], readonly string[]>

/** The four pages of a side's documents: list, new, edit and the printable view. */
export function documentPages(side: Side, path: string, menu: Menu): PageEntry[] {
  const { document, entity } = side
  const below = { parent: path, words: ['documents', 'advances'] }
  return [
    {
      path,
      name: `${document}s`,
      permissions: [`list-${entity}`],
      menu,
      words: ['documents'],
      load: () => import('../documents/DocumentsPage.tsx').then((m) => ofSide(m.DocumentsPage, side)),
    },
    {
      ...below,
      path: `${path}/create`,
      name: `${document}_create`,
      permissions: [`create-${entity}`],
      load: () => import('../documents/DocumentFormPages.tsx').then((m) => ofSide(m.DocumentCreatePage, side)),
    },
    {
      ...below,
      path: `${path}/$id`,
      name: `${document}_edit`,
      permissions: [`update-${entity}`],
      reads: recordAt(side.documentPath),
      load: () => import('../documents/DocumentFormPages.tsx').then((m) => ofSide(m.DocumentEditPage, side)),
    },
    {
      ...below,
      path: `${path}/$id/view`,
      name: `${document}_view`,
      permissions: [`read-${entity}`],
      reads: recordAt(side.documentPath, ...sectionsOf[document]),
      words: ['documents', 'paper', 'notes', 'payments', 'advances', 'eInvoicing', 'eInvoice'],
      load: () => import('../notes/CorrectableDocumentPage.tsx').then((m) => ofSide(m.CorrectableDocumentPage, side)),
    },
  ]
}

/** The three pages of a side's payments. */
export function paymentPages(side: Side, menu: Menu): PageEntry[] {
  const path = side.paymentPath
  const entity = side.payment.replace('_', '-')
  const below = { parent: path, words: side.name === 'purchases' ? ['payments', 'law'] : ['payments'] }
  return [
    {
      path,
      name: `${side.payment}s`,
      permissions: [`list-${entity}`],
      menu,
      words: ['payments', 'documents'],
      load: () => import('../payments/PaymentsPage.tsx').then((m) => ofSide(m.PaymentsPage, side)),
    },
    {
      ...below,
      path: `${path}/create`,
      name: `${side.payment}_create`,
      permissions: [`create-${entity}`],
      load: () => import('../payments/PaymentFormPages.tsx').then((m) => ofSide(m.PaymentCreatePage, side)),
    },
    {
      ...below,
      path: `${path}/$id`,
      name: `${side.payment}_edit`,
      permissions: [`update-${entity}`],
      reads: recordAt(path),
      load: () => import('../payments/PaymentFormPages.tsx').then((m) => ofSide(m.PaymentEditPage, side)),
    },
    {
      ...below,
      path: `${path}/$id/view`,
      name: `${side.payment}_view`,
      permissions: [`read-${entity}`],
      reads: recordAt(path, 'deliveries'),
      words: ['payments', 'documents', 'paper'],
      load: () => import('../payments/PaymentViewPage.tsx').then((m) => ofSide(m.PaymentViewPage, side)),
    },
  ]
}

/** The pages of one kind of notes: list, the printable view, and the form that starts from a document. */
export function notePages(kind: NoteKind, menu: Menu): PageEntry[] {
  const path = notePath(kind)
  const words = ['notes', 'documents', 'paper', 'payments', 'eInvoicing', 'eInvoice']
  const ofKind = (Page: ComponentType<{ kind: NoteKind }>) => () => createElement(Page, { kind })
  return [
    {
      path,
      name: `${kind.name}s`,
      permissions: [`list-${kind.side.document}`],
      menu,
      words,
      load: () => import('../notes/NotesPage.tsx').then((m) => ofKind(m.NotesPage)),
    },
    {
      path: `${path}/$id/view`,
      name: `${kind.name}_view`,
      permissions: [`read-${kind.side.document}`],
      parent: path,
      reads: recordAt(kind.path, 'deliveries'),
      words,
      load: () => import('../notes/NoteViewPage.tsx').then((m) => ofKind(m.NoteViewPage)),
    },
    {
      path: `${documentPath(kind.side)}/$id/${kind.action}`,
      name: `${kind.name}_create`,
      permissions: [kind.creates],
      parent: documentPath(kind.side),
      words,
      load: () => import('../notes/NoteFormPage.tsx').then((m) => ofKind(m.NoteFormPage)),
    },
  ]
}

/** A note on an invoice that another system issued. */
export const externalNotePage = (kind: (typeof noteKinds)['credit_note' | 'debit_note']): PageEntry => ({
  path: `${notePath(kind)}/create`,
  name: `external_${kind.name}`,
  permissions: [kind.creates],
  parent: notePath(kind),
  words: ['notes', 'documents', 'catalog', 'organization'],
  load: () => import('../notes/ExternalNotePage.tsx').then((m) => () => createElement(m.ExternalNotePage, { kind })),
})

/** An advance tax invoice is credited by the form of credit notes, at its own address. */
export const advanceCreditPage: PageEntry = {
  path: `${documentPath(advances)}/$id/${noteKinds.credit_note.action}`,
  name: 'advance_credit_note_create',
  permissions: [noteKinds.credit_note.creates],
  parent: documentPath(advances),
  words: ['notes', 'documents', 'paper', 'payments', 'eInvoicing', 'eInvoice'],
  load: () =>
    import('../notes/NoteFormPage.tsx').then(
      (m) => () => createElement(m.NoteFormPage, { kind: noteKinds.credit_note }),
    ),
}

/** The four pages of a kind of orders: list, new, edit and the printable view. */
export function orderPages(name: OrderKindName, menu: Menu): PageEntry[] {
  const path = orderPath(name)
  const { entity, path: calls } = orderKinds[name]
  const shared = { needs: 'uses_orders', words: ['orders', 'documents'] } as const
  const below = { ...shared, parent: path }
  return [
    {
      ...shared,
      path,
      name: `${name}s`,
      permissions: [`list-${entity}`],
      menu,
      load: () => import('../orders/OrdersPage.tsx').then((m) => ofOrderKind(m.OrdersPage, name)),
    },
    {
      ...below,
      path: `${path}/create`,
      name: `${name}_create`,
      permissions: [`create-${entity}`],
      load: () => import('../orders/OrderFormPages.tsx').then((m) => ofOrderKind(m.OrderCreatePage, name)),
    },
    {
      ...below,
      path: `${path}/$id`,
      name: `${name}_edit`,
      permissions: [`update-${entity}`],
      reads: recordAt(calls),
      load: () => import('../orders/OrderFormPages.tsx').then((m) => ofOrderKind(m.OrderEditPage, name)),
    },
    {
      ...below,
      path: `${path}/$id/view`,
      name: `${name}_view`,
      permissions: [`read-${entity}`],
      reads: recordAt(calls, 'deliveries'),
      words: ['orders', 'documents', 'paper'],
      load: () => import('../orders/OrderViewPage.tsx').then((m) => ofOrderKind(m.OrderViewPage, name)),
    },
  ]
}

function ofOrderKind(Page: ComponentType<{ name: OrderKindName }>, name: OrderKindName): ComponentType {
  return () => createElement(Page, { name })
}

/** A page that both sides share, standing on one of them. */
function ofSide(Page: ComponentType<{ side: Side }>, side: Side): ComponentType {
  return () => createElement(Page, { side })
}
