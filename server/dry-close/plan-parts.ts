import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { StoredDeferral } from '#server/deferrals/deferral-rows.ts'
import { planAmount } from '#server/deferrals/plan-part.ts'
import type { Calendar } from '#server/journal/periods.ts'
import type { Plan } from '#server/posting/plan.ts'

/**
 * Plans the months of schedules that are due through a day, as the outbox will post them. Answers how many would be refused, and
 * become tasks.
 */
export async function planDueParts(context: Context, plan: Plan, calendar: Calendar, day: string): Promise<number> {
  const { db } = context
  const parts = await db
    .selectFrom('deferral_parts as part')
    .innerJoin('deferrals as deferral', 'deferral.id', 'part.deferral_id')
    .leftJoin('documents', 'documents.id', 'deferral.document_id')
    .leftJoin('assets', 'assets.id', 'deferral.asset_id')
    .selectAll('deferral')
    .select(['part.number as part_number', 'part.part_date', 'part.amount as part_amount'])
    .select(['documents.number as document_number', 'assets.number as asset_number'])
    .where('part.state', '=', 'planned')
    .where('part.part_date', '<=', day)
    .where('deferral.state', '=', 'active')
    .orderBy('part.part_date')
    .orderBy('deferral.id')
    .orderBy('part.number')
    .execute()
  let refused = 0
  for (const { part_number: number, part_date: date, part_amount, document_number, asset_number, ...row } of parts) {
    const facts = { schedule: { row: row as StoredDeferral, parts: [] }, ownerNumber: document_number ?? asset_number }
    try {
      planAmount(plan, calendar.open(date, 'date', 'manual'), facts, { number, date, amount: decimal(part_amount) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused++
    }
  }
  return refused
}
