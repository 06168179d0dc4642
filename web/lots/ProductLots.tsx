import { lazy, Suspense } from 'react'
import type { Id } from '../api/resource.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'

const words = ['lots']
const LotsOnHand = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./LotsOnHand.tsx')).LotsOnHand }
})

/** The lots of a tracked product on hand. Loaded with their words, which few products need. */
export function ProductLots({ product_id }: { product_id: Id }) {
  return (
    <Suspense>
      <PageWords value={words}>
        <LotsOnHand product_id={product_id} />
      </PageWords>
    </Suspense>
  )
}
