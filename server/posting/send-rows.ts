import { CompiledQuery } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { columnValue } from './placeholders.ts'
import type { Values } from './plan.ts'

const sizes = [64, 32, 16, 8]

/**
 * Adds rows to a table of the tenant, by plain INSERT … VALUES. The statements have 64, 32, 16 or 8 rows and the last one the rest, so that
 * eleven texts serve any number of rows and each is planned once. `conflict`: what follows the rows, for sums that are added to stored ones.
 */
export function sendRows(
  { db, organization }: { db: TenantDatabase; organization: number },
  table: keyof Database,
  rows: readonly Values[],
  conflict = '',
): void {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const head = `INSERT INTO ${table} (organization_id, ${columns.join(', ')}) VALUES `
  let at = 0
  while (at < rows.length) {
    const left = rows.length - at
    const part = rows.slice(at, at + (sizes.find((size) => size <= left) ?? left))
    const values = part.flatMap((row) => [organization, ...columns.map((column) => columnValue(row[column]))])
    const text = `${head}${placeholders(part.length, columns.length + 1)}${conflict}`
    sendWrites(db, db.executeQuery(CompiledQuery.raw(text, values)))
    at += part.length
  }
}

/** `($1, $2), ($3, $4)`. */
function placeholders(rows: number, columns: number): string {
  const row = (index: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${index * columns + column + 1}`).join(', ')})`
  return Array.from({ length: rows }, (_, index) => row(index)).join(', ')
}
