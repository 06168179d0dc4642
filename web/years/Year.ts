import type { financialYears } from '#contract/years.ts'
import type { RowOf } from '../api/resource.ts'

export type Year = RowOf<typeof financialYears>

export type YearChange = { year: Year; to: 'open' | 'closed' | 'under_review' }
