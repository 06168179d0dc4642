import { lazy, Suspense } from 'react'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import type { SpreadableItem } from './SpreadDrawer.tsx'

const words = ['deferrals']
const Section = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./DeferralsSection.tsx')).DeferralsSection }
})

type DocumentDeferralsProps = { kind: 'invoice' | 'bill'; id: number; items: readonly SpreadableItem[] }

/** Below a posted document: its rows over months, and the way to spread one more. */
export function DocumentDeferrals({ kind, ...rest }: DocumentDeferralsProps) {
  const can = useCan()
  if (!can(...deferralCalls[kind].list.admission)) return null
  return (
    <Suspense>
      <PageWords value={words}>
        <Section kind={kind} {...rest} />
      </PageWords>
    </Suspense>
  )
}
