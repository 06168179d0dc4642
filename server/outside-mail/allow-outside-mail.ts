import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

const day_ms = 86_400_000

/**
 * Before mail goes to people outside: refuses an address that asked for none, and more addresses in a day than the organization may
 * write to. They are counted first and given back when refused, so that many requests at once do not pass together.
 */
export async function allowOutsideMail(context: Context, addresses: readonly string[], field: string): Promise<void> {
  const { db, session, services } = context
  const [stopped] = await stoppedOf(db, addresses)
  if (stopped !== undefined) throw new Refusal('recipient_stopped', { field, params: { email: stopped } })
  const { rows } = await sql<{ outside: number; is_proved: boolean }>`
    SELECT (SELECT count(*)::integer FROM unnest(${[...new Set(addresses.map(plain))]}::text[]) AS given (address)
        WHERE NOT EXISTS (SELECT FROM users WHERE users.organization_id = ${session.organization_id} AND users.deleted_at IS NULL
          AND users.email_proved_at IS NOT NULL AND lower(users.email) = given.address)) AS outside,
      EXISTS (SELECT FROM users WHERE users.organization_id = ${session.organization_id} AND users.is_owner AND users.deleted_at IS NULL
        AND users.email_proved_at IS NOT NULL) AS is_proved`.execute(db)
  const { outside = 0, is_proved = false } = rows[0] ?? {}
  if (outside === 0) return
  const { perDay, perDayUnproved } = services.config.mailLimits
  const maximum = is_proved ? perDay : perDayUnproved
  const key = `outside mail ${session.organization_id}`
  const now = services.clock.now().getTime()
  const counts = await services.attempts.add([{ key, window_ms: day_ms, isReal: true, times: outside }], now)
  if ((counts.get(key)?.count ?? outside) <= maximum) return
  await services.attempts.giveBack(key, outside)
  throw new Refusal('mail_limit', { field, params: { number: maximum } })
}

/** Those of the addresses that asked for no mail of this organization. */
export async function stoppedOf(db: TenantDatabase, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('mail_stops')
    .select('address')
    .where('address', 'in', addresses.map(plain))
    .execute()
  const stopped = new Set(rows.map(({ address }) => address))
  return addresses.filter((address) => stopped.has(plain(address)))
}

export const plain = (address: string): string => address.trim().toLowerCase()

/** A name in the mail of a stranger: without anything that a mailbox makes a link of. */
export const withoutLinks = (name: string): string =>
  name
    .replace(/[a-z][a-z0-9+.-]*:\/+/gi, ' ')
    .replace(/(?<=[\p{L}\p{N}])[./@](?=[\p{L}\p{N}])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
