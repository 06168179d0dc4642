import { holdsAny } from '#contract/access/permissions.ts'
import {
  type ClosingStep,
  type ClosingStepState,
  closingStepNames,
  closingSteps,
} from '#contract/closing/month-close.ts'
import { addMonths, monthEnd, monthStart, type Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { bankStep } from './bank-step.ts'
import { deferralsStep, draftsStep, eInvoicesStep, recurringStep } from './document-steps.ts'
import { goodsStep } from './goods-steps.ts'
import { countsStep, lockStep, revaluationStep, statementsStep, vatStep, withholdingStep } from './period-steps.ts'
import { retentionStep } from './retention-step.ts'
import type { StepFacts } from './step-facts.ts'

const factsOf: Record<ClosingStep, (context: Context, month: Range) => Promise<StepFacts>> = {
  drafts: draftsStep,
  e_invoices: eInvoicesStep,
  recurring: recurringStep,
  deferrals: deferralsStep,
  deliveries: goodsStep('delivery_note'),
  receipts: goodsStep('goods_receipt'),
  bank: bankStep,
  counts: countsStep,
  revaluation: revaluationStep,
  vat: vatStep,
  withholding: withholdingStep,
  retention: retentionStep,
  statements: statementsStep,
  lock: lockStep,
}

const switchedSteps: readonly ClosingStep[] = ['deliveries', 'receipts', 'withholding', 'retention']

/** The state of each step of closing a month that its reader may see; without a day, of the last whole month. */
export async function showMonthClose(context: Context, date: string | undefined) {
  const from = monthStart(date ?? addMonths(monthStart(context.today), -1))
  const month = { from, to: monthEnd(from) }
  const names = closingStepNames.filter((name) => holdsAny(context.session.authority, closingSteps[name]))
  const steps = await Promise.all(
    names.map(
      async (name): Promise<ClosingStepState | Record<string, unknown>> => ({
        name,
        count: null,
        amount: null,
        day: null,
        by: null,
        at: null,
        parts: [],
        ...(await factsOf[name](context, month)),
      }),
    ),
  )
  // Who moves no goods on notes, or withholds nothing, does not read of it.
  return {
    ...month,
    steps: steps.filter(({ name, state }) => state !== 'none' || !switchedSteps.includes(name as ClosingStep)),
  }
}
