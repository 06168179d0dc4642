import { sql } from 'kysely'
import type { UserKey } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { accountHasFactor } from '#server/http/session-facts.ts'
import { VaultClosed } from '#server/vault/vault.ts'
import { riyal } from './register.ts'

/**
 * The personal tenant of a person: made with the second membership. Password, second factor, passkeys and known devices move there, out of
 * the reach of every administrator. This is the one transaction that writes in two tenants: either the credentials have moved or they
 * have not.
 */
export async function personalAccount(services: Services, account: UserKey): Promise<UserKey> {
  const { organization_id: from, user_id } = account
  return inTenant(services.pool, from, 'write', async (db) => {
    const { rows } = await sql<StoredAccount>`
      SELECT u.name, u.email, u.email_proved_at, u.password_hash, u.totp_secret, u.totp_enabled_at, u.totp_last_step, u.home_organization_id, u.home_user_id, o.is_personal
      FROM users AS u JOIN organizations AS o ON o.organization_id = ${from}
      WHERE u.organization_id = ${from} AND u.id = ${user_id} AND u.deleted_at IS NULL FOR UPDATE OF u`.execute(db)
    const [stored] = rows
    // The person was removed while this call was under way.
    if (!stored) throw new Refusal('not_signed_in')
    if (stored.is_personal) return account
    // Another request was first.
    if (stored.home_organization_id !== null && stored.home_user_id !== null)
      return { organization_id: stored.home_organization_id, user_id: stored.home_user_id }
    const home = await nextHome(db)
    const moved = await takeAway(db, account, home, stored)
    await sql`SET LOCAL app.organization_id = ${sql.lit(home.organization_id)}`.execute(db)
    await putDown(db, from, home, { ...stored, totp_secret: resealed(services, from, home, stored.totp_secret) }, moved)
    return home
  })
}

/** Drawn in a statement of its own: sequences are on the coordinator of a distributed database, and rows on its nodes. */
async function nextHome(db: TenantDatabase): Promise<UserKey> {
  const { rows } = await sql<UserKey>`
    SELECT nextval(pg_get_serial_sequence('organizations', 'organization_id')) AS organization_id,
      nextval(pg_get_serial_sequence('users', 'id')) AS user_id`.execute(db)
  return rows[0] as UserKey
}

/** The columns of a membership that refer to the personal tenant. */
export const homeColumns = async (pool: Pool, home: UserKey) => ({
  home_organization_id: home.organization_id,
  home_user_id: home.user_id,
  home_has_factor: await accountHasFactor(pool, home),
})

type StoredAccount = {
  name: string
  email: string
  email_proved_at: Date | null
  password_hash: string | null
  totp_secret: Buffer | null
  totp_enabled_at: Date | null
  totp_last_step: number
  home_organization_id: number | null
  home_user_id: number | null
  is_personal: boolean
}
/** Rows as the database wrote them, to be read by it again. */
type MovedFactors = { passkeys: string; recovery_codes: string; known_devices: string }
const movedTables = ['passkeys', 'recovery_codes', 'known_devices'] as const

async function takeAway(
  db: TenantDatabase,
  { organization_id, user_id }: UserKey,
  home: UserKey,
  stored: StoredAccount,
) {
  const moved: Partial<MovedFactors> = {}
  for (const table of movedTables) {
    const { rows } = await sql<{ all_rows: string }>`
      WITH gone AS (DELETE FROM ${sql.table(table)} WHERE organization_id = ${organization_id} AND user_id = ${user_id} RETURNING *)
      SELECT coalesce(json_agg(gone), '[]')::text AS all_rows FROM gone`.execute(db)
    moved[table] = rows[0]?.all_rows ?? '[]'
  }
  await sql`DELETE FROM password_resets WHERE organization_id = ${organization_id} AND user_id = ${user_id}`.execute(db)
  const hasFactor = stored.totp_enabled_at !== null || moved.passkeys !== '[]'
  await sql`UPDATE users SET password_hash = NULL, totp_secret = NULL, totp_enabled_at = NULL, totp_last_step = 0,
      home_organization_id = ${home.organization_id}, home_user_id = ${home.user_id}, home_has_factor = ${hasFactor}
    WHERE organization_id = ${organization_id} AND id = ${user_id}`.execute(db)
  await sql`UPDATE user_directory SET organization_id = ${home.organization_id}, user_id = ${home.user_id} WHERE email = ${stored.email}`.execute(
    db,
  )
  return moved as MovedFactors
}

async function putDown(
  db: TenantDatabase,
  from: number,
  home: UserKey,
  stored: StoredAccount,
  moved: MovedFactors,
): Promise<void> {
  const { organization_id, user_id } = home
  await sql`INSERT INTO organizations (organization_id, name, email, currency_id, is_personal)
    VALUES (${organization_id}, ${stored.name}, ${stored.email}, ${riyal}, true)`.execute(db)
  await sql`INSERT INTO users (organization_id, id, name, email, email_proved_at, status, password_hash, totp_secret, totp_enabled_at, totp_last_step)
    VALUES (${organization_id}, ${user_id}, ${stored.name}, ${stored.email}, ${stored.email_proved_at}, 'active', ${stored.password_hash}, ${stored.totp_secret},
      ${stored.totp_enabled_at}, ${stored.totp_last_step})`.execute(db)
  for (const table of movedTables) {
    for (const row of JSON.parse(moved[table]) as Record<string, unknown>[])
      await db
        .insertInto(table)
        .values({ ...row, ...home })
        .execute()
  }
  await sql`INSERT INTO memberships (organization_id, member_organization_id) VALUES (${organization_id}, ${from})`.execute(
    db,
  )
}

/** A secret is sealed for its tenant. One that this machine cannot open stays as it is: recovery codes open the account. */
function resealed({ vault }: Services, from: number, home: UserKey, sealed: Buffer | null): Buffer | null {
  if (sealed === null) return null
  try {
    return vault.seal(home.organization_id, vault.open(from, sealed))
  } catch (error) {
    if (error instanceof VaultClosed) return sealed
    throw error
  }
}
