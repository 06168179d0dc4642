import type { Range } from '#ledger/calendar/calendar.ts'
import { bankAccountsReconciled } from '#server/closing/bank-accounts-reconciled.ts'
import type { Context } from '#server/core/context.ts'
import type { StepFacts } from './step-facts.ts'

/** Every bank account that has a statement or a reconciliation is reconciled through the end of the month. */
export async function bankStep(context: Context, { to }: Range): Promise<StepFacts> {
  const accounts = await bankAccountsReconciled(context)
  const behind = accounts.filter(({ day }) => day === null || day < to)
  const latest = accounts.toSorted((one, other) => Number(other.at ?? 0) - Number(one.at ?? 0))[0]
  return {
    state: accounts.length > 0 && behind.length === 0 ? 'done' : 'open',
    count: behind.length,
    by: latest?.by ?? null,
    at: latest?.at ?? null,
    parts: accounts.map(({ id, name, name_en, day }) => ({ kind: 'account', id, name, name_en, day, count: null })),
  }
}
