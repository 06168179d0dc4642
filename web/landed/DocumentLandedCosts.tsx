import { lazy, Suspense } from 'react'
import { landedCostCalls } from '#contract/documents/landed-costs.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'

const words = ['landed']
const Costs = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./LandedCosts.tsx')).LandedCosts }
})

/** Below a posted bill, where the organization spreads such costs. */
export function DocumentLandedCosts({ kind, id }: { kind: string; id: number }) {
  const can = useCan()
  const { uses_landed_costs } = useUser().organization
  if (kind !== 'bill' || !uses_landed_costs || !can(...landedCostCalls.show.admission)) return null
  return (
    <Suspense>
      <PageWords value={words}>
        <Costs id={id} />
      </PageWords>
    </Suspense>
  )
}
