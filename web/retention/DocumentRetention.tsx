import { lazy, Suspense } from 'react'
import type { Side } from '#contract/documents/sides.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import type { RetainingDocument } from './retainingDocument.ts'

const words = ['retention']
const Retention = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./Retention.tsx')).Retention }
})

/** Below a posted document of which something is or was retained. */
export function DocumentRetention({ side, record }: { side: Side; record: RetainingDocument }) {
  if (side.document === 'advance_invoice' || record.retention_moves.length === 0) return null
  return (
    <Suspense>
      <PageWords value={words}>
        <Retention kind={side.document} record={record} />
      </PageWords>
    </Suspense>
  )
}
