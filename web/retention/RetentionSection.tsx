import { lazy, Suspense } from 'react'
import type { Side } from '#contract/documents/sides.ts'
import { useUser } from '../api/session.ts'
import { loadWords } from '../i18n/i18n.ts'
import { useFormScope } from '../ui/form/FormScope.ts'

const Fields = lazy(async () => {
  await loadWords(['retention'])
  return { default: (await import('./RetentionFields.tsx')).RetentionFields }
})

/** In the form of an invoice or a bill, where the organization works with contracts, or the document keeps something already. */
export function RetentionSection({ side }: { side: Side }) {
  const { uses_retention } = useUser().organization
  const { form } = useFormScope()
  const isUsed = Boolean(form.getValues().retention_percent)
  if (side.document === 'advance_invoice' || !(uses_retention || isUsed)) return null
  return (
    <Suspense>
      <Fields isUsed={isUsed} />
    </Suspense>
  )
}
