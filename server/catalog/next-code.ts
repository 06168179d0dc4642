import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

const firstCode = 'P-001'
const tried = 50

/** The code of the newest product, counted on until no product has it; its digits keep their length. */
export async function nextProductCode({ db, session }: Context): Promise<string> {
  const newest = await db.selectFrom('products').select('code').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const [, prefix = '', digits] = /^(.*?)(\d{1,9})$/.exec(newest?.code ?? '') ?? []
  if (newest && digits === undefined) return ''
  if (digits === undefined) return firstCode
  const codes = Array.from(
    { length: tried },
    (_, index) => prefix + String(Number(digits) + index + 1).padStart(digits.length, '0'),
  )
  const { rows } = await sql<{ code: string }>`
    SELECT wanted.code FROM unnest(${codes}::text[]) WITH ORDINALITY AS wanted (code, place)
    WHERE NOT EXISTS (SELECT FROM products AS own WHERE own.organization_id = ${session.organization_id} AND fold_digits(own.code) = fold_digits(wanted.code))
    ORDER BY wanted.place LIMIT 1`.execute(db)
  return rows[0]?.code ?? ''
}
