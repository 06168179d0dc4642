import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Opening, openingCalls } from '#contract/opening.ts'
import { branches } from '#contract/organization.ts'
import { isAwaited, useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useAnswer } from '../api/useAnswer.ts'
import { FailedState } from '../kit/states/FailedState.tsx'
import { LoadingState } from '../kit/states/LoadingState.tsx'
import { PrintFrame } from '../paper/PrintFrame.tsx'
import { OpeningSheet } from './OpeningSheet.tsx'

/** What was brought along, on paper: what the owner and the accountant sign when the books begin. */
export function OpeningPaperPage() {
  const { t } = useTranslation('opening')
  const navigate = useNavigate()
  const opening = useAnswer(openingCalls.show)
  const branchOptions = useOptions(optionsOf(branches))
  if (opening.error) return <FailedState error={opening.error} onRetry={() => void opening.refetch()} />
  if (!opening.data || isAwaited(branchOptions)) return <LoadingState />
  const stored = opening.data as Opening
  const known = (branchOptions.data ?? []) as { id: number; name: string; name_en: string | null }[]
  return (
    <PrintFrame
      title={t('title')}
      number={stored.opening_date ?? ''}
      onBack={() => void navigate({ to: '/accounting/opening' })}
    >
      <OpeningSheet opening={stored} branch={known.find(({ id }) => id === stored.branch_id)} />
    </PrintFrame>
  )
}
