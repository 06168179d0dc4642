import { sql } from 'kysely'
import { addDays } from '#ledger/calendar/calendar.ts'
import { occurrenceDay, type Recurrence } from '#ledger/calendar/recurrence.ts'
import { expectedOn } from '#ledger/forecast/forecast.ts'
import { type Decimal, decimal, round, sum } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'
import type { ForecastDays, ForecastRow } from './forecast-row.ts'
import { type Habits, habitsOf } from './party-habits.ts'

type Line = { account_id: number; debit: string; credit: string }
type Recurring = Recurrence & {
  id: number
  kind: 'invoice' | 'bill' | 'journal_entry'
  source_number: string | null
  name: string | null
  name_en: string | null
  total: string | null
  rate: string | null
  due_days: number
  content: { party_id?: number; lines?: Line[] }
}

/** Occurrences that come after the day: invoices and bills when they are paid, journal entries by what they move on cash. */
export async function recurringRows(context: Context, days: ForecastDays): Promise<ForecastRow[]> {
  const { db, session } = context
  const own = session.organization_id
  const [{ rows }, cash] = await Promise.all([
    sql<Recurring>`
      SELECT own.id, own.kind, own.source_number, own.name, own.name_en, own.total, own.due_days, own.content, own.unit, own.every,
        own.start_date, own.is_month_end, own.until_date, own.count_max,
        CASE WHEN own.currency_id = ${session.organization.currency_id} THEN 1 ELSE ${exchangeRateOn(own, sql`own.currency_id`, days.of)} END AS rate
      FROM recurring_records AS own
      WHERE own.organization_id = ${own} AND own.state = 'active' AND (own.created_at AT TIME ZONE 'Asia/Riyadh')::date <= ${days.of}::date
      ORDER BY own.id`.execute(db),
    db.selectFrom('accounts').select('id').where('cash_flow_tag', '=', 'cash').execute(),
  ])
  const habits = await habitsOf(
    context,
    days.of,
    rows.map(({ content }) => Number(content.party_id ?? 0)),
  )
  const cashIds = new Set(cash.map(({ id }) => id))
  return rows.flatMap((recurring) =>
    occurrencesOf(recurring, days, { habits, cashIds, decimals: session.organization.decimals }),
  )
}

type ForecastFacts = { habits: Habits; cashIds: ReadonlySet<number>; decimals: number }

function occurrencesOf(recurring: Recurring, { of, end }: ForecastDays, known: ForecastFacts): ForecastRow[] {
  const amount = amountOf(recurring, known)
  if (amount.eq(0)) return []
  const found: ForecastRow[] = []
  for (let number = 0; ; number++) {
    const day = occurrenceDay(recurring, number)
    if (day === null || day > end) return found
    if (day <= of) continue
    const due = addDays(day, recurring.kind === 'journal_entry' ? 0 : recurring.due_days)
    const expected = expectedOn(due, latenessOf(recurring, known.habits), of)
    if (expected > end) continue
    found.push({
      source: amount.gt(0) ? 'recurring_in' : 'recurring_out',
      key: `recurring:${recurring.id}:${number}`,
      day: expected,
      due,
      amount: amount.abs(),
      party: null,
      label: {
        word: `records.${recurring.kind}`,
        name: recurring.name,
        name_en: recurring.name_en,
        code: recurring.source_number,
      },
      link: { to: 'recurring', query: { id: recurring.id } },
    })
  }
}

/** Positive comes in, negative goes out. */
function amountOf({ kind, total, rate, content }: Recurring, { cashIds, decimals }: ForecastFacts): Decimal {
  const inBase = (amount: Decimal) => round(amount.times(rate ?? 0), decimals)
  if (kind !== 'journal_entry') return inBase(decimal(total ?? '0').times(kind === 'invoice' ? 1 : -1))
  const moved = (content.lines ?? []).filter(({ account_id }) => cashIds.has(Number(account_id)))
  return inBase(sum(moved.map((line) => decimal(line.debit || '0').minus(line.credit || '0'))))
}

const latenessOf = ({ kind, content }: Recurring, habits: Habits): number =>
  kind === 'journal_entry' ? 0 : habits.late(Number(content.party_id))
