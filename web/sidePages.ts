import { type ComponentType, createElement } from 'react'
import type { Side } from '#contract/sides.ts'
import type { Menu, PageEntry } from './pages.ts'

/** The four pages of a side's documents: list, new, edit and the printable view. */
export function documentPages(side: Side, path: string, menu: Menu): PageEntry[] {
  const { document } = side
  const below = { parent: path, words: ['documents'] }
  return [
    {
      path,
      name: `${document}s`,
      permissions: [`list-${document}`],
      menu,
      words: ['documents'],
      load: () => import('./documents/DocumentsPage.tsx').then((m) => ofSide(m.DocumentsPage, side)),
    },
    {
      ...below,
      path: `${path}/create`,
      name: `${document}_create`,
      permissions: [`create-${document}`],
      load: () => import('./documents/DocumentFormPages.tsx').then((m) => ofSide(m.DocumentCreatePage, side)),
    },
    {
      ...below,
      path: `${path}/$id`,
      name: `${document}_edit`,
      permissions: [`update-${document}`],
      load: () => import('./documents/DocumentFormPages.tsx').then((m) => ofSide(m.DocumentEditPage, side)),
    },
    {
      ...below,
      path: `${path}/$id/view`,
      name: `${document}_view`,
      permissions: [`read-${document}`],
      load: () => import('./documents/DocumentViewPage.tsx').then((m) => ofSide(m.DocumentViewPage, side)),
    },
  ]
}

/** The three pages of a side's payments. */
export function paymentPages(side: Side, menu: Menu): PageEntry[] {
  const path = side.paymentPath
  const entity = side.payment.replace('_', '-')
  const below = { parent: path, words: ['payments'] }
  return [
    {
      path,
      name: `${side.payment}s`,
      permissions: [`list-${entity}`],
      menu,
      words: ['payments'],
      load: () => import('./payments/PaymentsPage.tsx').then((m) => ofSide(m.PaymentsPage, side)),
    },
    {
      ...below,
      path: `${path}/create`,
      name: `${side.payment}_create`,
      permissions: [`create-${entity}`],
      load: () => import('./payments/PaymentFormPages.tsx').then((m) => ofSide(m.PaymentCreatePage, side)),
    },
    {
      ...below,
      path: `${path}/$id`,
      name: `${side.payment}_edit`,
      permissions: [`update-${entity}`],
      load: () => import('./payments/PaymentFormPages.tsx').then((m) => ofSide(m.PaymentEditPage, side)),
    },
  ]
}

/** A page that both sides share, standing on one of them. */
function ofSide(Page: ComponentType<{ side: Side }>, side: Side): ComponentType {
  return () => createElement(Page, { side })
}
