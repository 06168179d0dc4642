import { lazy, Suspense } from 'react'
import { useUser } from '../api/session.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { useLotScope } from './LotScope.ts'
import type { RowLotsProps } from './LotsOfProduct.tsx'

const words = ['lots']
const Lots = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./LotsOfProduct.tsx')).LotsOfProduct }
})

/** The batches or serial numbers of a row. Shown for a product that has them, to who uses them. */
export function RowLots(props: RowLotsProps) {
  const { uses_lots } = useUser().organization
  const scope = useLotScope()
  if (!uses_lots || !scope || props.product_id === '') return null
  return (
    <Suspense>
      <PageWords value={words}>
        <Lots {...props} {...scope} />
      </PageWords>
    </Suspense>
  )
}
