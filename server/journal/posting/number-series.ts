import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

/** Digits of a number; more where it needs more. */
export const digits = 6

export const seriesPrefixes = {
  invoice: 'INV',
  advance_invoice: 'ADV',
  credit_note: 'CN',
  debit_note: 'DN',
  supplier_credit: 'SC',
  income: 'RCV',
  expense: 'PAY',
  manual: 'JV',
  set_off: 'SET',
  quotation: 'QUO',
  sales_order: 'SO',
  purchase_order: 'PO',
  asset: 'FA',
  delivery_note: 'DLV',
  delivery_return: 'DRT',
  goods_receipt: 'GRN',
  receipt_return: 'GRT',
} as const
/** A yearly series of gapless legal numbers: `INV-2026-000001`. */
export type Series = { kind: keyof typeof seriesPrefixes | 'count' | 'transfer'; prefix: string; date: string }

/** The year whose numbers are counted. */
export const scopeOf = (series: Series): string => series.date.slice(0, 4)
export const prefixOf = (series: Series): string => `${series.prefix}-${scopeOf(series)}-`
const spelled = (series: Series, number: number) => `${prefixOf(series)}${String(number).padStart(digits, '0')}`

/** Whether a number has the pattern of this series, of any year. The number of a draft has it as well. */
export const isOfSeries = (series: Series, number: string): boolean =>
  new RegExp(`^(${series.prefix}-[0-9]{4}-[0-9]+|DRAFT-[0-9]+)$`, 'i').test(number)

export const isDraftNumber = (number: string): boolean => /^DRAFT-[0-9]+$/i.test(number)

/** Takes the next number. Call it as late as possible: the row stays locked until the transaction ends. */
export async function takeNumber({ db, session }: Context, series: Series): Promise<string> {
  const { rows } = await sql<{ number: number }>`
    INSERT INTO number_series AS series (organization_id, kind, scope, next_number)
    VALUES (${session.organization_id}, ${series.kind}, ${scopeOf(series)}, 2)
    ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + 1
    RETURNING next_number - 1 AS number`.execute(db)
  return spelled(series, rows[0]?.number as number)
}

/** The year and the place of a number as we spell it: `INV-2026-000001`. Null for others. */
function spelledIn({ prefix }: Series, number: string): { scope: string; place: number } | null {
  const [, scope, place] = new RegExp(`^${prefix}-([0-9]{4})-([0-9]{${digits},15})$`).exec(number) ?? []
  return scope && place ? { scope, place: Number(place) } : null
}

/** A number of our own series that comes from elsewhere: our next one follows it, and the gap before it is not ours. */
export async function takeOver({ db, session }: Context, series: Series, number: string): Promise<void> {
  const spelledAs = spelledIn(series, number)
  if (!spelledAs) return
  const { scope, place } = spelledAs
  await sql`
    INSERT INTO number_series AS series (organization_id, kind, scope, next_number, taken_over)
    VALUES (${session.organization_id}, ${series.kind}, ${scope}, ${place + 1}, ${place})
    ON CONFLICT (organization_id, kind, scope) DO UPDATE
      SET next_number = greatest(series.next_number, excluded.next_number), taken_over = greatest(series.taken_over, excluded.taken_over)`.execute(
    db,
  )
}

/** The likely answer of `takeNumber`. Takes and locks nothing. */
export async function peekNumber(db: TenantDatabase, series: Series): Promise<string> {
  const row = await db
    .selectFrom('number_series')
    .select('next_number')
    .where('kind', '=', series.kind)
    .where('scope', '=', scopeOf(series))
    .executeTakeFirst()
  return spelled(series, row?.next_number ?? 1)
}
