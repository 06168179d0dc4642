import { lazy, Suspense } from 'react'
import { invoiceAssetCalls } from '#contract/assets/asset-work.ts'
import { billAssetCalls } from '#contract/assets/assets.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'

const words = ['assets']
const Bought = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./BillAssets.tsx')).BillAssets }
})
const Sold = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./SoldAssets.tsx')).SoldAssets }
})

/** Below a posted bill: the assets it bought, and the way to register what is on an account of assets. Below an invoice: those it sold. */
export function DocumentAssets({ kind, id }: { kind: string; id: number }) {
  const can = useCan()
  const ownsAssets = useUser().organization.owns_assets
  const isBill = kind === 'bill'
  if (!isBill && (kind !== 'invoice' || !ownsAssets)) return null
  const { show } = isBill ? billAssetCalls : invoiceAssetCalls
  if (!can(...show.admission)) return null
  return (
    <Suspense>
      <PageWords value={words}>{isBill ? <Bought id={id} /> : <Sold id={id} />}</PageWords>
    </Suspense>
  )
}
