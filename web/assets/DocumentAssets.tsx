import { lazy, Suspense } from 'react'
import { billAssetCalls } from '#contract/assets/assets.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'

const words = ['assets']
const Section = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./BillAssets.tsx')).BillAssets }
})

/** Below a posted bill: the assets it bought, and the way to register what is on an account of assets. */
export function DocumentAssets({ id }: { id: number }) {
  const can = useCan()
  if (!can(...billAssetCalls.show.admission)) return null
  return (
    <Suspense>
      <PageWords value={words}>
        <Section id={id} />
      </PageWords>
    </Suspense>
  )
}
