import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { wholeCalendar } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'

type Input = { id: number; reason: string }

/** Takes a filing back: its month takes payments that withhold again and is due as before. What was filed remains stored, with the reason. */
export const takeBackWithholding = (context: Context, id: number, reason: string): Promise<void> =>
  runWrite(context, { needs, decide }, { id, reason })

const needs = (_: Context, { id }: Input) => ({
  calendar: wholeCalendar,
  filed: read(({ db }) => db.selectFrom('withholding_periods').selectAll().where('id', '=', id).executeTakeFirst()),
  statements: read(({ db }) =>
    db
      .selectFrom('withholding_periods')
      .select(['started_at', 'ended_at'])
      .where('kind', '=', 'year')
      .where('id', '<>', id)
      .execute(),
  ),
  accounts: postingAccounts,
})

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, { id, reason }: Input): Decision<void> {
  const { filed, statements } = facts
  if (!filed) throw new Refusal('not_found')
  const statement = statements.find((year) => year.started_at <= filed.started_at && filed.ended_at <= year.ended_at)
  if (filed.kind === 'month' && statement)
    throw new Refusal('withholding_statement_filed', {
      field: 'period',
      params: { year: statement.ended_at.slice(0, 4) },
    })
  const plan = new Plan(caller, facts.accounts)
  const { organization_id: _, id: period_id, figures, ...rest } = filed
  const takenBack = { taken_back_at: caller.now, taken_back_by: caller.session.user_id, reason }
  plan.add('taken_back_withholding', { ...rest, period_id, figures: JSON.stringify(figures), ...takenBack })
  plan.remove('withholding_periods', { id })
  return { plan, result: () => undefined }
}

/** The filings that were taken back, the latest first. */
export function takenBackWithholding({ db }: Context) {
  return db
    .selectFrom('taken_back_withholding as back')
    .leftJoin('users as filer', 'filer.id', 'back.filed_by')
    .leftJoin('users as taker', 'taker.id', 'back.taken_back_by')
    .select(['back.kind', 'back.started_at as from', 'back.ended_at as to', 'back.tax', 'back.authority_reference'])
    .select(['back.filed_at', 'filer.name as filed_by', 'back.taken_back_at', 'taker.name as taken_back_by'])
    .select('back.reason')
    .orderBy('back.taken_back_at', 'desc')
    .limit(100)
    .execute()
}
