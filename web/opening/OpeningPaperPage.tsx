import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Opening, openingCalls } from '#contract/opening.ts'
import { branches } from '#contract/organization.ts'
import { openingPaperCall } from '#contract/paper/paper-calls.ts'
import { isInitialLoading, useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import { OpeningSheet } from './OpeningSheet.tsx'

/** The opening balances on paper, signed by owner and accountant when the books begin. */
export function OpeningPaperPage() {
  const { t } = useTranslation('opening')
  const navigate = useNavigate()
  const opening = useCallQuery(openingCalls.show)
  const branchOptions = useOptions(optionsOf(branches))
  if (!opening.data || isInitialLoading(branchOptions)) return <LoadingPage of={opening} list="/accounting/opening" />
  const stored = opening.data as Opening
  const known = (branchOptions.data ?? []) as { id: number; name: string; name_en: string | null }[]
  return (
    <PrintFrame
      title={t('title')}
      number={stored.opening_date ?? ''}
      onBack={() => void navigate({ to: '/accounting/opening' })}
      pdf={stored.opening_date && <PdfButton call={openingPaperCall} />}
    >
      <OpeningSheet opening={stored} branch={known.find(({ id }) => id === stored.branch_id)} />
    </PrintFrame>
  )
}
