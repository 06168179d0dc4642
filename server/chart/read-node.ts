import { nextNumber } from '#ledger/chart.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { NodeKind } from './node-kind.ts'

export type StoredNode = {
  id: number
  number: string
  name: string
  name_en: string | null
  type: 'category' | 'main' | 'sub'
  status: string
  parent_id: number | null
  class: string | null
  nature: string | null
}
// biome-ignore lint/suspicious/noExplicitAny: one look-up for both tables
type AnyTable = any

/** The row, locked; 404, or a refusal on the field that named it. */
export async function findNode({ db }: Context, kind: NodeKind, id: number, field?: string): Promise<StoredNode> {
  const row = await (db as AnyTable)
    .selectFrom(kind.table)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw field ? new Refusal('unknown_reference', { field }) : new Refusal('not_found')
  return row
}

/** A node with the names of its parent and of those below it. */
export async function readNode(context: Context, kind: NodeKind, id: number) {
  const { db } = context
  const row = await (db as AnyTable).selectFrom(kind.table).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const parent =
    row.parent_id === null
      ? null
      : await (db as AnyTable)
          .selectFrom(kind.table)
          .select(['id', 'number', 'name', 'name_en'])
          .where('id', '=', row.parent_id)
          .executeTakeFirst()
  const children = await (db as AnyTable)
    .selectFrom(kind.table)
    .select(['id', 'number', 'name', 'name_en'])
    .where('parent_id', '=', id)
    .orderBy('number')
    .execute()
  return { ...row, parent, children, ...(await kind.figuresOf(context, row)) }
}

/** A parent to be, with the number its next child would get. */
export async function readParent({ db }: Context, kind: NodeKind, id: number) {
  const row = await (db as AnyTable).selectFrom(kind.table).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const children: { number: string }[] = await (db as AnyTable)
    .selectFrom(kind.table)
    .select('number')
    .where('parent_id', '=', id)
    .execute()
  const numbers = children.map((child) => child.number)
  return { ...row, next_auto_number: nextNumber(row, numbers) }
}

/** Reasons that prevent a change of type or deletion: journal lines, child nodes, a role in the rules. */
export async function usageOf(context: Context, kind: NodeKind, id: number) {
  const { db } = context
  const line = await db
    .selectFrom('journal_lines')
    .select('entry_id')
    .where(kind.reference, '=', id)
    .limit(1)
    .executeTakeFirst()
  const row = line ?? (await kind.rowOf(context, id))
  const child = await (db as AnyTable)
    .selectFrom(kind.table)
    .select('id')
    .where('parent_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return { has_lines: row !== undefined, has_children: child !== undefined, role: await kind.roleOf(context, id) }
}
