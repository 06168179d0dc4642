import type { VatPeriod } from './VatPeriod.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { vatCalls, vatFrequencies } from '#contract/vat.ts'
import IconAdjust from '~icons/tabler/adjustments'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { Adjustments } from './Adjustments.tsx'
import { PeriodsTable } from './PeriodsTable.tsx'
import { TakenBack } from './TakenBack.tsx'
import classes from './Vat.module.css'

const FilePeriod = lazy(async () => ({ default: (await import('./FilePeriod.tsx')).FilePeriod }))
const ReturnDialog = lazy(async () => ({ default: (await import('./ReturnDialog.tsx')).ReturnDialog }))
const AdjustmentDrawer = lazy(async () => ({ default: (await import('./AdjustmentDrawer.tsx')).AdjustmentDrawer }))

/** The periods of VAT returns: which were filed, which are due, and the corrections of earlier ones. */
export function VatPeriodsPage() {
  const { t } = useTranslation('vat')
  const can = useCan()
  const answer = useCallQuery(vatCalls.periods)
  const [filing, setFiling] = useState<VatPeriod | null>(null)
  const [asking, setAsking] = useState<{ act: 'reference' | 'take_back'; period: VatPeriod } | null>(null)
  const [adjusting, setAdjusting] = useState(false)
  const mayFile = can('file-vat')
  const { data } = answer
  if (!data) return <LoadingPage of={answer} />
  return (
    <>
      <PageHeader title={t('title')}>
        {mayFile && (
          <>
            <Frequency value={data.frequency} />
            <Button variant="default" leftSection={<IconAdjust aria-hidden />} onClick={() => setAdjusting(true)}>
              {t('adjustment.new')}
            </Button>
          </>
        )}
      </PageHeader>
      <div className={classes.parts}>
        <PeriodsTable
          periods={data.periods}
          onFile={mayFile ? setFiling : undefined}
          onTakeBack={can('take-back-vat') ? (period) => setAsking({ act: 'take_back', period }) : undefined}
          onReference={mayFile ? (period) => setAsking({ act: 'reference', period }) : undefined}
        />
        <Adjustments adjustments={data.adjustments} periods={data.periods} mayVoid={mayFile} />
        <TakenBack
          words="vat"
          amountHead={t('columns.net')}
          filings={data.taken_back.map((row) => ({ ...row, amount: row.net }))}
        />
      </div>
      <Suspense>
        {filing && <FilePeriod period={filing} onClose={() => setFiling(null)} />}
        {asking && <ReturnDialog {...asking} onClose={() => setAsking(null)} />}
        {adjusting && <AdjustmentDrawer onClose={() => setAdjusting(false)} />}
      </Suspense>
    </>
  )
}

/** Monthly above forty million riyals a year, else quarterly: what the authority registered. */
function Frequency({ value }: { value: string }) {
  const { t } = useTranslation('vat')
  const change = useActionMutation(vatCalls.setFrequency)
  return (
    <SegmentedControl
      aria-label={t('frequency.label')}
      value={value}
      disabled={change.isPending}
      onChange={(frequency) => change.mutate({ body: { frequency } })}
      data={vatFrequencies.map((frequency) => ({ value: frequency, label: t(`frequency.${frequency}`) }))}
    />
  )
}
