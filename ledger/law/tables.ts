import type { LawTable } from './dated.ts'

/** How long a change of use adjusts the input VAT of a capital asset, by its kind. */
export const vatAssetKinds = ['movable', 'immovable'] as const
export type VatAssetKind = (typeof vatAssetKinds)[number]

export const vatAdjustmentYears: LawTable<Record<VatAssetKind, number>> = [
  {
    from: '2018-01-01',
    values: { movable: 6, immovable: 10 },
    source: 'VAT implementing regulations, article 52',
    state: 'unconfirmed',
  },
]

/** The pools of tax depreciation. */
export const taxPools = ['buildings', 'industrial_buildings', 'machines', 'exploration', 'other'] as const
export type TaxPool = (typeof taxPools)[number]

/** Percent of a pool that is depreciated in a year. */
export const taxPoolRates: LawTable<Record<TaxPool, number>> = [
  {
    from: '2004-07-30',
    values: { buildings: 5, industrial_buildings: 10, machines: 25, exploration: 20, other: 10 },
    source: 'Income Tax Law, article 17',
    state: 'confirmed',
  },
]
