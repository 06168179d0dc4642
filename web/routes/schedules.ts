import type { PageEntry } from './PageEntry.ts'
import {
  assetTakingPath,
  assetClassesPath as classes,
  forecastRowsPath,
  assetsPath as path,
  zakatPath,
} from './paths.ts'
import { recordAt } from './recordAt.ts'

export const deferralsPage: PageEntry = {
  path: '/accounting/deferrals',
  name: 'deferrals',
  permissions: ['list-journal-entry'],
  menu: { group: 'accounting', tabOf: '/accounting/month-close' },
  words: ['deferrals'],
  load: () => import('../deferrals/DeferralsPage.tsx').then((m) => m.DeferralsPage),
}

/** Typed rows of the cash forecast: opened from the report. */
export const forecastRowsPage: PageEntry = {
  path: forecastRowsPath,
  name: 'forecast_rows',
  permissions: ['read-report-cash-forecast'],
  parent: '/reports',
  words: ['forecast'],
  load: () => import('../forecast/ForecastRowsPage.tsx').then((m) => m.ForecastRowsPage),
}

/** What the Zakat worksheet is made of: opened from the report. */
export const zakatPages: readonly PageEntry[] = [
  {
    path: `${zakatPath}-lines`,
    name: 'zakat_lines',
    permissions: ['read-report-zakat-worksheet'],
    parent: '/reports',
    words: ['zakat'],
    load: () => import('../zakat/ZakatLinesPage.tsx').then((m) => m.ZakatLinesPage),
  },
  {
    path: `${zakatPath}-years`,
    name: 'zakat_years',
    permissions: ['read-report-zakat-worksheet'],
    parent: '/reports',
    words: ['zakat'],
    load: () => import('../zakat/ZakatListPages.tsx').then((m) => m.ZakatYearsPage),
  },
  {
    path: `${zakatPath}-adjustments`,
    name: 'zakat_adjustments',
    permissions: ['read-report-zakat-worksheet'],
    parent: '/reports',
    words: ['zakat'],
    load: () => import('../zakat/ZakatListPages.tsx').then((m) => m.ZakatAdjustmentsPage),
  },
]

/** The register of fixed assets, and the classes that its assets belong to. */
export const assetPages: readonly PageEntry[] = [
  {
    path,
    name: 'assets',
    permissions: ['list-fixed-asset'],
    menu: { group: 'accounting', tabOf: '/accounting/month-close' },
    needs: 'owns_assets',
    words: ['assets'],
    load: () => import('../assets/AssetsPage.tsx').then((m) => m.AssetsPage),
  },
  {
    path: `${path}/create`,
    name: 'asset_create',
    permissions: ['create-fixed-asset'],
    parent: path,
    needs: 'owns_assets',
    words: ['assets'],
    load: () => import('../assets/AssetFormPages.tsx').then((m) => m.AssetCreatePage),
  },
  {
    path: `${path}/$id`,
    name: 'asset_edit',
    permissions: ['update-fixed-asset'],
    parent: path,
    needs: 'owns_assets',
    words: ['assets'],
    load: () => import('../assets/AssetFormPages.tsx').then((m) => m.AssetEditPage),
  },
  {
    path: `${path}/$id/view`,
    name: 'asset_view',
    permissions: ['read-fixed-asset'],
    parent: path,
    reads: recordAt(path),
    needs: 'owns_assets',
    words: ['assets', 'deferrals'],
    load: () => import('../assets/AssetViewPage.tsx').then((m) => m.AssetViewPage),
  },
  {
    path: classes,
    name: 'asset_classes',
    permissions: ['list-fixed-asset'],
    parent: path,
    needs: 'owns_assets',
    words: ['assets'],
    load: () => import('../assets/AssetClassesPage.tsx').then((m) => m.AssetClassesPage),
  },
  {
    path: assetTakingPath,
    name: 'asset_taking',
    permissions: ['list-fixed-asset'],
    parent: path,
    needs: 'owns_assets',
    words: ['assets'],
    load: () => import('../assets/StockTakingPage.tsx').then((m) => m.StockTakingPage),
  },
]
