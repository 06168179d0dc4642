import { ages } from '#contract/reports/filters.ts'
import type { Home } from '#contract/reports.ts'

type Bucket = Home['receivable_by_age'][number]['bucket']

/** The ages that a bucket of the first page holds, as the report of open items knows them: its last one is of two. */
const agesOf = (bucket: Bucket): readonly string[] => (bucket === 'older' ? ages.slice(4) : [bucket])

export const agingFilter = (...buckets: Bucket[]) => ({ age: buckets.flatMap(agesOf).join() })
export const late = agingFilter('days_30', 'days_60', 'days_90', 'older')
/** Receivables before advances are deducted. */
export const allOpen = { age: ages.join() }
