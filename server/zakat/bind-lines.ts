import { sql } from 'kysely'
import type { z } from 'zod'
import type { zakatCalls } from '#contract/zakat/zakat.ts'
import { proposedZakatLine } from '#ledger/zakat/zakat.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

const bindable = ['A', 'L', 'E'] as const

/** Accounts of the balance sheet, with the line each is bound to and the one proposed by the chart. */
export async function listZakatLines({ db }: Context) {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en', 'zakat_line as line'])
    .where('type', '=', 'sub')
    .where('class', 'in', bindable)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, proposed: proposedZakatLine(row.number) }))
}

type Body = z.output<typeof zakatCalls.bind.body>

/** Binds each account to one line; all others to none. */
export async function bindZakatLines({ db, session }: Context, { lines }: Body): Promise<{ bound: number }> {
  const ids = lines.map(({ account_id }) => account_id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'number', 'class', 'type'])
    .where('id', 'in', [0, ...ids])
    .execute()
  const numberOf = (id: number) => accounts.find((account) => account.id === id)?.number ?? ''
  if (twice !== undefined)
    throw new Refusal('zakat_account_twice', { field: 'lines', params: { number: numberOf(twice) } })
  if (accounts.length < ids.length) throw new Refusal('unknown_reference', { field: 'lines' })
  for (const account of accounts) requireBindable(account, 'lines')
  await sql`
    UPDATE accounts SET zakat_line = wanted.line
    FROM (SELECT account.id, bound.line FROM accounts AS account
      LEFT JOIN unnest(${ids}::bigint[], ${lines.map(({ line }) => line)}::text[]) AS bound (id, line) ON bound.id = account.id
      WHERE account.organization_id = ${session.organization_id}) AS wanted
    WHERE accounts.organization_id = ${session.organization_id} AND accounts.id = wanted.id AND accounts.zakat_line IS DISTINCT FROM wanted.line`.execute(
    db,
  )
  return { bound: ids.length }
}

/** Only an account of the balance sheet that is posted to has a line. */
export function requireBindable(account: { number: string; class: string; type: string }, field: string): void {
  if (account.type !== 'sub' || !bindable.some((one) => one === account.class))
    throw new Refusal('zakat_account_class', { field, params: { number: account.number } })
}
