import { lazy, Suspense } from 'react'
import type { Side } from '#contract/documents/sides.ts'
import { useUser } from '../../api/session.ts'
import { loadWords } from '../../i18n/i18n.ts'
import { useFormScope } from '../../ui/form/FormScope.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import type { Typed } from './draftOf.ts'

const TypedVerdict = lazy(async () => {
  await loadWords(['eInvoice', 'shell'])
  return import('./TypedVerdict.tsx')
})
type LiveVerdictProps = { side: Side } & Omit<Typed, 'kind' | 'values' | 'currency'> & {
    currency: Typed['currency'] | undefined
  }

/** What the authority would say of a sale while it is typed. The rules are loaded once customer and branch are chosen. */
export function LiveVerdict({ side, currency, ...typed }: LiveVerdictProps) {
  const { form } = useFormScope()
  const { tax_number } = useUser().organization
  const customerId = useWatched(form, side.partyField)
  const branchId = useWatched(form, 'branch_id')
  const date = useWatched(form, side.dateField)
  if (side.name !== 'sales' || tax_number === null || !currency || !customerId || !branchId || !date) return null
  const query = { customer_id: customerId, branch_id: branchId, currency_id: String(currency.id), date }
  const kind = side.document as Typed['kind']
  return (
    <Suspense fallback={null}>
      <TypedVerdict {...typed} kind={kind} currency={currency} asked={query} dateField={side.dateField} />
    </Suspense>
  )
}
