import { lazy, Suspense } from 'react'
import { reportPermission } from '#contract/reports/report-index.ts'
import type { Id } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'

const words = ['lots']
const Lots = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./LotsOnHand.tsx')).LotsOnHand }
})

/** The lots of a product on hand, for a user who may read them. */
export function ProductLots({ product_id }: { product_id: Id }) {
  const { uses_lots } = useUser().organization
  const can = useCan()
  if (!uses_lots || !can(reportPermission('stock_by_lot'))) return null
  return (
    <Suspense>
      <PageWords value={words}>
        <Lots product_id={product_id} />
      </PageWords>
    </Suspense>
  )
}
