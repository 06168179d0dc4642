import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

const count = 10
/** 120 bits each: a fast hash is enough for them (ASVS 6.5.2). */
const bytes = 15
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

const hashOf = (code: string) => createHash('sha256').update(code).digest()
/** Without what people put between the groups. */
const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

/** Ten new codes in place of the earlier ones. They are stored as hashes. */
export async function renewRecoveryCodes(db: TenantDatabase, userId: number): Promise<string[]> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const codes = Array.from({ length: count }, newCode)
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(plain(code)) })))
    .execute()
  return codes
}

/** Five bits a sign, in four groups of six. */
function newCode(): string {
  const bits = BigInt(`0x${randomBytes(bytes).toString('hex')}`)
  const signs = Array.from({ length: (bytes * 8) / 5 }, (_, at) => alphabet[Number((bits >> BigInt(at * 5)) & 31n)])
  return signs.join('').replace(/(.{6})(?=.)/g, '$1-')
}

/** Whether there was such a code that had not been used; now it has. */
export async function spendRecoveryCode(
  db: TenantDatabase,
  { organizationId, userId }: { organizationId: number; userId: number },
  code: string,
): Promise<boolean> {
  const { rows } =
    await sql`UPDATE recovery_codes SET used_at = now() WHERE organization_id = ${organizationId} AND user_id = ${userId}
    AND code_hash = ${hashOf(plain(code))} AND used_at IS NULL RETURNING user_id`.execute(db)
  return rows.length === 1
}
