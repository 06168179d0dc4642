import { type ComponentType, createElement } from 'react'
import { type GoodsKindName, goodsKinds } from '#contract/goods/goods-kinds.ts'
import { productViewPage } from './overviews.ts'
import type { Menu, PageEntry } from './PageEntry.ts'
import { goodsPath, placesPath, priceListsPath, productUnitsPath, transfersPath } from './paths.ts'
import { recordAt } from './recordAt.ts'

/** Products with their pages, price lists and stock counts. */
export const inventoryPages: readonly PageEntry[] = [
  {
    path: '/inventory/products',
    name: 'products',
    permissions: ['list-product'],
    menu: { group: 'inventory' },
    words: ['catalog'],
    load: () => import('../catalog/ProductsPage.tsx').then((m) => m.ProductsPage),
  },
  {
    path: '/inventory/products/create',
    name: 'product_create',
    permissions: ['create-product'],
    parent: '/inventory/products',
    words: ['catalog'],
    load: () => import('../catalog/ProductCreatePage.tsx').then((m) => m.ProductCreatePage),
  },
  {
    path: '/inventory/products/$id',
    name: 'product_edit',
    permissions: ['update-product'],
    parent: '/inventory/products',
    words: ['catalog'],
    load: () => import('../catalog/ProductEditPage.tsx').then((m) => m.ProductEditPage),
  },
  productViewPage,
  {
    path: productUnitsPath,
    name: 'product_units',
    permissions: ['list-product'],
    parent: '/inventory/products',
    words: ['catalog'],
    load: () => import('../catalog/ProductUnitsPage.tsx').then((m) => m.ProductUnitsPage),
  },
  {
    path: priceListsPath,
    name: 'price_lists',
    permissions: ['list-price-list'],
    needs: 'uses_price_lists',
    menu: { group: 'inventory', tabOf: '/inventory/products' },
    words: ['prices'],
    load: () => import('../prices/PriceListsPage.tsx').then((m) => m.PriceListsPage),
  },
  {
    path: `${priceListsPath}/create`,
    name: 'price_list_create',
    permissions: ['create-price-list'],
    needs: 'uses_price_lists',
    parent: priceListsPath,
    words: ['prices'],
    load: () => import('../prices/PriceListFormPages.tsx').then((m) => m.PriceListCreatePage),
  },
  {
    path: `${priceListsPath}/$id`,
    name: 'price_list_edit',
    permissions: ['update-price-list'],
    needs: 'uses_price_lists',
    parent: priceListsPath,
    words: ['prices'],
    load: () => import('../prices/PriceListFormPages.tsx').then((m) => m.PriceListEditPage),
  },
  {
    path: '/inventory/counts',
    name: 'stock_counts',
    permissions: ['adjust-stock'],
    menu: { group: 'inventory', tabOf: '/inventory/products' },
    words: ['catalog', 'documents'],
    load: () => import('../inventory/CountsPage.tsx').then((m) => m.CountsPage),
  },
  {
    path: '/inventory/counts/create',
    name: 'stock_count_create',
    permissions: ['adjust-stock'],
    parent: '/inventory/counts',
    words: ['catalog'],
    load: () => import('../inventory/CountFormPages.tsx').then((m) => m.CountCreatePage),
  },
  {
    path: '/inventory/counts/$id',
    name: 'stock_count_edit',
    permissions: ['adjust-stock'],
    parent: '/inventory/counts',
    words: ['catalog', 'documents'],
    load: () => import('../inventory/CountFormPages.tsx').then((m) => m.CountEditPage),
  },
  {
    path: '/inventory/counts/$id/view',
    name: 'stock_count_view',
    permissions: ['adjust-stock'],
    parent: '/inventory/counts',
    words: ['catalog', 'documents', 'paper'],
    load: () => import('../inventory/CountViewPage.tsx').then((m) => m.CountViewPage),
  },
  {
    path: transfersPath,
    name: 'stock_transfers',
    permissions: ['transfer-stock'],
    needs: 'uses_places',
    menu: { group: 'inventory', tabOf: '/inventory/products' },
    words: ['places'],
    load: () => import('../places/TransfersPage.tsx').then((m) => m.TransfersPage),
  },
  {
    path: `${transfersPath}/create`,
    name: 'stock_transfer_create',
    permissions: ['transfer-stock'],
    needs: 'uses_places',
    parent: transfersPath,
    words: ['places'],
    load: () => import('../places/TransferFormPage.tsx').then((m) => m.TransferCreatePage),
  },
  {
    path: `${transfersPath}/$id`,
    name: 'stock_transfer_edit',
    permissions: ['transfer-stock'],
    needs: 'uses_places',
    parent: transfersPath,
    words: ['places'],
    load: () => import('../places/TransferEditPage.tsx').then((m) => m.TransferEditPage),
  },
  {
    path: `${transfersPath}/$id/receive`,
    name: 'stock_transfer_receive',
    permissions: ['transfer-stock'],
    needs: 'uses_places',
    parent: transfersPath,
    words: ['places', 'goods'],
    load: () => import('../places/TransferReceivePage.tsx').then((m) => m.TransferReceivePage),
  },
  {
    path: `${transfersPath}/$id/view`,
    name: 'stock_transfer_view',
    permissions: ['transfer-stock'],
    needs: 'uses_places',
    parent: transfersPath,
    words: ['places', 'paper'],
    load: () => import('../places/TransferViewPage.tsx').then((m) => m.TransferViewPage),
  },
  {
    path: placesPath,
    name: 'places',
    permissions: ['read-setting'],
    needs: 'uses_places',
    menu: { group: 'inventory', tabOf: '/inventory/products' },
    words: ['places'],
    load: () => import('../places/PlacesPage.tsx').then((m) => m.PlacesPage),
  },
]

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
  const reads = recordAt(calls)
  return [
    {
      ...shared,
      path,
      name: `${name}s`,
      permissions: [`list-${entity}`],
      menu,
      load: () => import('../goods/GoodsNotesPage.tsx').then((m) => ofKind(m.GoodsNotesPage, name)),
    },
    {
      ...below,
      path: `${path}/create`,
      name: `${name}_create`,
      permissions: [`create-${entity}`],
      load: () => import('../goods/GoodsFormPages.tsx').then((m) => ofKind(m.GoodsCreatePage, name)),
    },
    {
      ...below,
      path: `${path}/$id`,
      name: `${name}_edit`,
      permissions: [`update-${entity}`],
      reads,
      load: () => import('../goods/GoodsFormPages.tsx').then((m) => ofKind(m.GoodsEditPage, name)),
    },
    {
      ...below,
      path: `${path}/$id/return`,
      name: `${name}_return`,
      permissions: [`create-${entity}`],
      reads,
      load: () => import('../goods/GoodsFormPages.tsx').then((m) => ofKind(m.GoodsReturnPage, name)),
    },
    {
      ...below,
      path: `${path}/$id/view`,
      name: `${name}_view`,
      permissions: [`read-${entity}`],
      reads,
      words: ['goods', 'orders', 'documents', 'paper'],
      load: () => import('../goods/GoodsViewPage.tsx').then((m) => ofKind(m.GoodsViewPage, name)),
    },
  ]
}
