import { productViewPage } from './overviews.ts'
import type { PageEntry } from './PageEntry.ts'

/** Products with their pages, and stock counts. */
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
]
