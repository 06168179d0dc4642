import { lazy, Suspense } from 'react'

// The calendar comes when the filters are opened first.
const FilterRanges = lazy(async () => ({ default: (await import('./FilterRanges.tsx')).FilterRanges }))

export const RangeFilters = () => (
  <Suspense>
    <FilterRanges />
  </Suspense>
)
