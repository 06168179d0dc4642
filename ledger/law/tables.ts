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
type PoolRates = {
  /** Percent of the pool a year. */
  rates: Record<TaxPool, number>
  /** Percent of the cost of additions, and of the proceeds of disposals, that counts in their year; the rest counts in the next. */
  counted_percent: number
}

export const taxPoolRates: LawTable<PoolRates> = [
  {
    from: '2004-07-30',
    values: {
      rates: { buildings: 5, industrial_buildings: 10, machines: 25, exploration: 20, other: 10 },
      counted_percent: 50,
    },
    source: 'Income Tax Law, article 17',
    state: 'confirmed',
  },
]

type ZakatRate = {
  /** Percent of the base for a Hijri year. */
  rate: string
  /** Days of the year that the rate is for: other years pay by their days. */
  days: number
}
export const zakatRates: LawTable<ZakatRate> = [
  {
    from: '2024-01-01',
    values: { rate: '2.5', days: 354 },
    source: 'Zakat regulation, ministerial resolution 1007',
    state: 'unconfirmed',
  },
]

/** Every table, so that none is without a version for today. */
export const lawTables = { vatAdjustmentYears, taxPoolRates, zakatRates }
