import type { DepreciationMethod } from '../assets/depreciation.ts'
import type { TaxPool, VatAssetKind } from '../law/tables.ts'

/** A class as organizations usually have it; accounts by their numbers in the Saudi chart. */
export type DefaultAssetClass = {
  name: string
  name_en: string
  cost: string
  accumulated: string | null
  method: DepreciationMethod
  life_months: number | null
  tax_pool: TaxPool | null
  vat_kind: VatAssetKind
}
export const depreciationAccount = '520401'
export const disposalAccount = '420104'

/** Lives are proposals: each can be changed before the first asset is registered, and of each asset. */
export const defaultAssetClasses: readonly DefaultAssetClass[] = [
  {
    name: 'أراضٍ',
    name_en: 'Land',
    cost: '120101',
    accumulated: null,
    method: 'none',
    life_months: null,
    tax_pool: null,
    vat_kind: 'immovable',
  },
  {
    name: 'مبانٍ وتحسينات مستأجرة',
    name_en: 'Buildings and improvements',
    cost: '120102',
    accumulated: '120201',
    method: 'months',
    life_months: 240,
    tax_pool: 'buildings',
    vat_kind: 'immovable',
  },
  {
    name: 'آلات ومعدات',
    name_en: 'Machinery and equipment',
    cost: '120103',
    accumulated: '120202',
    method: 'months',
    life_months: 120,
    tax_pool: 'machines',
    vat_kind: 'movable',
  },
  {
    name: 'أثاث وأجهزة حاسب',
    name_en: 'Furniture and computers',
    cost: '120104',
    accumulated: '120203',
    method: 'months',
    life_months: 60,
    tax_pool: 'other',
    vat_kind: 'movable',
  },
  {
    name: 'سيارات',
    name_en: 'Vehicles',
    cost: '120105',
    accumulated: '120204',
    method: 'months',
    life_months: 60,
    tax_pool: 'machines',
    vat_kind: 'movable',
  },
  {
    name: 'برامج وتراخيص',
    name_en: 'Software and licences',
    cost: '120301',
    accumulated: '120303',
    method: 'months',
    life_months: 36,
    tax_pool: 'machines',
    vat_kind: 'movable',
  },
]
