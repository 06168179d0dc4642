import { useState } from 'react'
import { type Opening, openingCalls } from '#contract/opening.ts'
import { branches } from '#contract/organization.ts'
import { isInitialLoading, useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useUser } from '../api/session.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { OpeningForm } from './OpeningForm.tsx'
import type { OpeningStep } from './OpeningSteps.tsx'
import { accountRow, itemRow, stockRow } from './openingRows.ts'

/** The organisation's balances before its books began here. */
export function OpeningPage() {
  const { organization } = useUser()
  // Saving resets the form, but not the step.
  const [step, setStep] = useState<OpeningStep>('head')
  const opening = useCallQuery(openingCalls.show)
  const branchOptions = useOptions(optionsOf(branches))
  if (!opening.data || isInitialLoading(branchOptions)) return <LoadingPage of={opening} />
  const stored = opening.data as Opening
  const [only] = (branchOptions.data ?? []) as { id: number }[]
  const asRow = (item: Parameters<typeof itemRow>[0]) => itemRow(item, organization.currency.id)
  const values = {
    opening_date: stored.opening_date ?? `${today().slice(0, 4)}-01-01`,
    branch_id: String(stored.branch_id ?? only?.id ?? ''),
    ...(stored.version > 0 && { version: stored.version }),
    lines: stored.lines.map((line) => accountRow(line, organization.currency.id)),
    receivables: stored.receivables.map(asRow),
    payables: stored.payables.map(asRow),
    customer_credits: stored.customer_credits.map(asRow),
    supplier_credits: stored.supplier_credits.map(asRow),
    stock: stored.stock.map(stockRow),
  }
  return <OpeningForm key={stored.version} opening={stored} values={values} step={step} onStep={setStep} />
}
