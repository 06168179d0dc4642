import { lazy, Suspense } from 'react'
import { type WithheldYear, withholdingCalls } from '#contract/withholding/withholding.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { useOverview } from './useOverview.ts'

const words = ['withholding']
const PayeeYears = lazy(async () => {
  await loadWords(words)
  return { default: (await import('./PayeeYears.tsx')).PayeeYears }
})

/** On the page of a supplier: the certificates of what was withheld, where anything was. */
export function PayeeCertificates({ id }: { id: number }) {
  const { uses_withholding } = useUser().organization
  const can = useCan()
  return uses_withholding && can(...withholdingCalls.yearsOfPayee.admission) ? <Certificates id={id} /> : null
}

function Certificates({ id }: { id: number }) {
  const years = useOverview(withholdingCalls.yearsOfPayee, id).data as WithheldYear[] | undefined
  if (!years || years.length === 0) return null
  return (
    <Suspense>
      <PageWords value={words}>
        <PayeeYears id={id} years={years} />
      </PageWords>
    </Suspense>
  )
}
