import { type ComponentType, createElement } from 'react'
import { type GoodsKindName, goodsKinds } from '#contract/goods/goods-kinds.ts'
import type { Menu, PageEntry } from './PageEntry.ts'
import { goodsPath } from './paths.ts'

const ofKind =
  (Page: ComponentType<{ name: GoodsKindName }>, name: GoodsKindName): ComponentType =>
  () =>
    createElement(Page, { name })

/** The pages of delivery notes or goods receipts: list, new, return, remarks and the printable view. */
export function goodsPages(name: GoodsKindName, menu: Menu): PageEntry[] {
  const path = goodsPath(name)
  const { entity, path: calls } = goodsKinds[name]
  const shared = { needs: 'uses_goods_notes', words: ['goods', 'orders', 'documents'] } as const
  const below = { ...shared, parent: path }
  const recordAt = ({ id }: Partial<Record<string, string>>) => [`${calls}/${id}`]
  return [
    {
      ...{ ...shared, path, name: `${name}s`, permissions: [`list-${entity}`], menu },
      load: () => import('../goods/GoodsNotesPage.tsx').then((m) => ofKind(m.GoodsNotesPage, name)),
    },
    {
      ...{ ...below, path: `${path}/create`, name: `${name}_create`, permissions: [`create-${entity}`] },
      load: () => import('../goods/GoodsFormPages.tsx').then((m) => ofKind(m.GoodsCreatePage, name)),
    },
    {
      ...{ ...below, path: `${path}/$id`, name: `${name}_edit`, permissions: [`update-${entity}`], reads: recordAt },
      load: () => import('../goods/GoodsFormPages.tsx').then((m) => ofKind(m.GoodsEditPage, name)),
    },
    {
      ...{ ...below, path: `${path}/$id/return`, name: `${name}_return`, permissions: [`create-${entity}`], reads: recordAt },
      load: () => import('../goods/GoodsFormPages.tsx').then((m) => ofKind(m.GoodsReturnPage, name)),
    },
    {
      ...{ ...below, path: `${path}/$id/view`, name: `${name}_view`, permissions: [`read-${entity}`], reads: recordAt },
      words: ['goods', 'orders', 'documents', 'paper'],
      load: () => import('../goods/GoodsViewPage.tsx').then((m) => ofKind(m.GoodsViewPage, name)),
    },
  ]
}
