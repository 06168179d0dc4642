import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withholdingCalls } from '#contract/withholding/withholding.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TakenBack } from '../vat/TakenBack.tsx'
import classes from '../vat/Vat.module.css'
import { UntypedPayments } from './UntypedPayments.tsx'
import type { WithholdingPeriod } from './WithholdingPeriod.ts'
import { WithholdingTable } from './WithholdingTable.tsx'

const FilingDrawer = lazy(async () => ({ default: (await import('./FilingDrawer.tsx')).FilingDrawer }))

/** The months in which tax was withheld from non-residents: which were filed, which are due; the yearly statements; what is asked first. */
export function WithholdingPage() {
  const { t } = useTranslation('withholding')
  const can = useCan()
  const answer = useCallQuery(withholdingCalls.periods)
  const [asking, setAsking] = useState<{ act: 'reference' | 'take_back'; period: WithholdingPeriod } | null>(null)
  const { data } = answer
  if (!data) return <LoadingPage of={answer} />
  const mayFile = can('file-withholding')
  const acts = {
    mayFile,
    onReference: mayFile ? (period: WithholdingPeriod) => setAsking({ act: 'reference', period }) : undefined,
    onTakeBack: can('take-back-withholding')
      ? (period: WithholdingPeriod) => setAsking({ act: 'take_back', period })
      : undefined,
  }
  return (
    <>
      <PageHeader title={t('title')} />
      {data.months.length === 0 && <EmptyState hint={t('empty')} />}
      <div className={classes.parts}>
        <UntypedPayments rows={data.untyped} maySay={mayFile} />
        <WithholdingTable title={t('months')} periods={data.months} {...acts} />
        <WithholdingTable title={t('years')} periods={data.years} {...acts} />
        <TakenBack
          words="withholding"
          amountHead={t('columns.tax')}
          filings={data.taken_back.map((row) => ({ ...row, amount: row.tax }))}
        />
      </div>
      <Suspense>{asking && <FilingDrawer {...asking} onClose={() => setAsking(null)} />}</Suspense>
    </>
  )
}
