import { lazy, Suspense } from 'react'
import type { Side } from '#contract/documents/sides.ts'
import type { DocumentRecord } from '../../documents/DocumentForm.tsx'

// Loaded when the user writes off.
const WriteOffDrawer = lazy(async () => ({ default: (await import('./WriteOffDrawer.tsx')).WriteOffDrawer }))

type WriteOffProps = {
  side: Side
  record: Pick<DocumentRecord, 'id' | 'version' | 'remaining_amount' | 'currency'>
  onClose: () => void
}

/** Writes off the open amount of a document, in a drawer. */
export function WriteOff({ side, record, onClose }: WriteOffProps) {
  const { id, version, remaining_amount: remaining, currency } = record
  return (
    <Suspense>
      <WriteOffDrawer
        side={side}
        id={id}
        version={version}
        remaining={remaining}
        currency={currency}
        onClose={onClose}
      />
    </Suspense>
  )
}
