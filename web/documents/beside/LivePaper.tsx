import { useMediaQuery } from '@mantine/hooks'
import { createContext, lazy, Suspense, use } from 'react'
import { createPortal } from 'react-dom'
import type { Side } from '#contract/documents/sides.ts'
import { loadWords } from '../../i18n/i18n.ts'
import { useFormScope } from '../../ui/form/FormScope.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import type { Typed } from '../verdict/draftOf.ts'

/** As wide as a form and a paper next to it; the style sheet says the same. */
export const wideScreen = '(min-width: 1760px)'
/** Where the paper is drawn: next to the form. */
export const PaperSlot = createContext<HTMLElement | null>(null)

const TypedPaper = lazy(async () => {
  await loadWords(['paper'])
  return import('./TypedPaper.tsx')
})
type LivePaperProps = { side: Side } & Omit<Typed, 'kind' | 'values' | 'currency'> & {
    currency: Typed['currency'] | undefined
  }

/** On a wide screen the paper of a sale next to its form, while it is typed. */
export function LivePaper({ side, currency, ...typed }: LivePaperProps) {
  const { form } = useFormScope()
  const slot = use(PaperSlot)
  const isWide = useMediaQuery(wideScreen)
  const customerId = useWatched(form, side.partyField)
  const branchId = useWatched(form, 'branch_id')
  const date = useWatched(form, side.dateField)
  if (!slot || !isWide || side.name !== 'sales' || !currency || !customerId || !branchId || !date) return null
  const query = { customer_id: customerId, branch_id: branchId, currency_id: String(currency.id), date }
  const kind = side.document as Typed['kind']
  return createPortal(
    <Suspense fallback={null}>
      <TypedPaper {...typed} side={side} kind={kind} currency={currency} asked={query} dateField={side.dateField} />
    </Suspense>,
    slot,
  )
}
