import { sql } from 'kysely'
import { monthEndRows } from '#contract/imports/month-ends.ts'
import { addMonths, monthEnd } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { storedImport } from '../stored-import.ts'
import { accountBalances } from './account-balances.ts'

/** Balances other than zero by the number of the account, debit less credit, at the end of a day. */
export type DayBalances = { day: string; balances: Record<string, string> }

/** The ends of all months with entries, the last one being today. */
export async function monthEndBalances(context: Context): Promise<DayBalances[]> {
  const { rows } = await sql<{ month: string | null }>`
    SELECT min(month)::text AS month FROM monthly_balances
    WHERE organization_id = ${context.session.organization_id}`.execute(context.db)
  const first = rows[0]?.month ?? null
  if (first === null) return []
  const days: string[] = []
  for (let month = first; monthEnd(month) < context.today; month = addMonths(month, 1)) days.push(monthEnd(month))
  if (first <= context.today) days.push(context.today)
  return balancesAt(context, days)
}

async function balancesAt(context: Context, days: readonly string[]): Promise<DayBalances[]> {
  const accounts = await context.db.selectFrom('accounts').select(['id', 'number']).execute()
  const numbers = new Map(accounts.map(({ id, number }) => [id, number]))
  const found: DayBalances[] = []
  for (const day of days) {
    const balances = await accountBalances(context, day)
    const named = [...balances].map(([id, balance]) => [numbers.get(id) ?? String(id), text(balance)] as const)
    found.push({ day, balances: Object.fromEntries(named) })
  }
  return found
}

/** Compares what the package said of the ends of months with the books as they are now. */
export async function compareMonthEnds(context: Context, id: number) {
  const stored = await storedImport(context, id)
  const stated = stored.isPackage ? await storedMonthEnds(context, id) : null
  const through = stated?.at(-1)?.day ?? null
  const none = { days: stated?.length ?? 0, through, waiting: 0, failed: 0, differing: 0, rows: [] }
  if (stored.state !== 'committed') return { ...none, state: 'not_imported' }
  if (stated === null || through === null) return { ...none, state: 'none' }
  const { waiting, failed } = await unpostedParts(context, through)
  if (waiting > 0) return { ...none, state: 'waiting', waiting, failed }
  const ours = await balancesAt(
    context,
    stated.map(({ day }) => day),
  )
  const rows = stated.flatMap(({ day, balances }, index) => differencesOf(day, balances, ours[index]?.balances ?? {}))
  const names = await namesOf(context, [...new Set(rows.map(({ number }) => number))])
  return {
    ...none,
    failed,
    differing: rows.length,
    state: rows.length === 0 ? 'equal' : 'differing',
    rows: rows.slice(0, monthEndRows).map((row) => ({ ...row, ...(names.get(row.number) ?? unnamed) })),
  }
}

async function storedMonthEnds({ db }: Context, id: number): Promise<DayBalances[] | null> {
  const file = await db.selectFrom('import_files').select('content').where('import_id', '=', id).executeTakeFirst()
  return file ? (JSON.parse(file.content.toString('utf8')) as DayBalances[]) : null
}

const unnamed = { name: null, name_en: null }

function differencesOf(date: string, theirs: Record<string, string>, ours: Record<string, string>) {
  const numbers = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].sort()
  const amountOf = (balances: Record<string, string>, number: string): Decimal =>
    Object.hasOwn(balances, number) ? decimal(balances[number] as string) : zero
  return numbers.flatMap((number) => {
    const [their, our] = [amountOf(theirs, number), amountOf(ours, number)]
    const difference = our.minus(their)
    return difference.eq(0)
      ? []
      : [{ date, number, theirs: text(their), ours: text(our), difference: text(difference) }]
  })
}

/** What posts itself after the import: parts of deferred rows, up to the last day that is compared. */
async function unpostedParts({ db, session, today }: Context, through: string) {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    SELECT count(*) FILTER (WHERE part.state = 'planned')::integer AS waiting,
      count(*) FILTER (WHERE part.state = 'failed')::integer AS failed
    FROM deferral_parts AS part
    JOIN deferrals AS deferral ON deferral.organization_id = part.organization_id AND deferral.id = part.deferral_id
    WHERE part.organization_id = ${session.organization_id} AND deferral.state = 'active'
      AND part.part_date <= least(${through}::date, ${today}::date)`.execute(db)
  return rows[0] as { waiting: number; failed: number }
}

async function namesOf({ db }: Context, numbers: readonly string[]) {
  if (numbers.length === 0) return new Map<string, { name: string | null; name_en: string | null }>()
  const rows = await db
    .selectFrom('accounts')
    .select(['number', 'name', 'name_en'])
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ number, ...names }) => [number, names]))
}
