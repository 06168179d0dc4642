import { type ComponentType, createElement } from 'react'
import { type OrderKindName, orderKinds } from '#contract/orders/order-kinds.ts'
import type { Menu, PageEntry } from './PageEntry.ts'
import { orderPath } from './paths.ts'
import { recordAt } from './recordAt.ts'

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
      load: () => import('../orders/OrdersPage.tsx').then((m) => ofKind(m.OrdersPage, name)),
    },
    {
      ...below,
      path: `${path}/create`,
      name: `${name}_create`,
      permissions: [`create-${entity}`],
      load: () => import('../orders/OrderFormPages.tsx').then((m) => ofKind(m.OrderCreatePage, name)),
    },
    {
      ...below,
      path: `${path}/$id`,
      name: `${name}_edit`,
      permissions: [`update-${entity}`],
      reads: recordAt(calls),
      load: () => import('../orders/OrderFormPages.tsx').then((m) => ofKind(m.OrderEditPage, name)),
    },
    {
      ...below,
      path: `${path}/$id/view`,
      name: `${name}_view`,
      permissions: [`read-${entity}`],
      reads: recordAt(calls),
      words: ['orders', 'documents', 'paper'],
      load: () => import('../orders/OrderViewPage.tsx').then((m) => ofKind(m.OrderViewPage, name)),
    },
  ]
}

function ofKind(Page: ComponentType<{ name: OrderKindName }>, name: OrderKindName): ComponentType {
  return () => createElement(Page, { name })
}
