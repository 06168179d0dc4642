import type { WithholdingPeriods } from '#contract/withholding/withholding.ts'

export type WithholdingPeriod = WithholdingPeriods['months'][number]
