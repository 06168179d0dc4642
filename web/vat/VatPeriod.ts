import type { VatPeriods } from '#contract/vat.ts'

export type VatPeriod = VatPeriods['periods'][number]
