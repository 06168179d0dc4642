import type { z } from 'zod'
import type { withholdingTypeInput } from '#contract/withholding/withholding.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, type Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireUnmovedDate } from '#server/journal/periods.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { filedWithholding, requireUnfiledMonth } from './filed-months.ts'
import { isWithheld, requireLawfulRate } from './withheld.ts'

type Input = { id: number; said: z.output<typeof withholdingTypeInput> }

/** What a payment that withholds tax was for. It reaches no account, so a locked period takes it, until its return is filed. */
export const sayWithholdingType = (context: Context, id: number, said: Input['said']): Promise<void> =>
  runWrite(context, { needs, decide }, { id, said })

const paymentOut = ({ db }: Context, id: number) =>
  db
    .selectFrom('payments')
    .select(['payment_date', 'reversal_date', 'state', 'version', 'withholding_rate', 'withholding_type'])
    .where('id', '=', id)
    .where('kind', '=', 'expense')

type StoredPayment = Awaited<ReturnType<ReturnType<typeof paymentOut>['executeTakeFirst']>>
const lockedPayment = (id: number): Need<StoredPayment> => ({
  lock: 'records',
  load: (context) => paymentOut(context, id).forUpdate().executeTakeFirst(),
})

async function needs(context: Context, { id }: Input) {
  const unlocked = await paymentOut(context, id).executeTakeFirst()
  if (!unlocked) throw new Refusal('not_found')
  return {
    unlocked: known(unlocked.payment_date),
    calendar: calendarFrom(unlocked.payment_date),
    payment: lockedPayment(id),
    filed: filedWithholding,
    accounts: postingAccounts,
  }
}

function decide(
  caller: Caller,
  facts: FactsOf<Awaited<ReturnType<typeof needs>>>,
  { id, said }: Input,
): Decision<void> {
  const { payment } = facts
  if (!payment) throw new Refusal('not_found')
  if (said.version !== undefined && said.version !== payment.version) throw new Refusal('stale_version')
  // A payment that was reversed on a later day is in the returns of both.
  if (payment.state === 'void' && payment.reversal_date === null) throw new Refusal('payment_void')
  requireUnmovedDate(facts.unlocked, payment.payment_date)
  const field = 'withholding_type'
  if (!isWithheld(payment)) throw new Refusal('withholding_none', { field })
  for (const day of [payment.payment_date, payment.reversal_date ?? payment.payment_date])
    requireUnfiledMonth(facts.filed, day, field)
  const { withholding_type, withholding_certificate = null } = said
  const { payment_date, withholding_rate } = payment
  requireLawfulRate({ payment_date, withholding_rate, withholding_type, withholding_certificate })
  const plan = new Plan(caller, facts.accounts)
  plan.change('payments', id, { withholding_type, withholding_certificate, version: payment.version + 1 })
  return { plan, result: () => undefined }
}
