import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { known, type Need } from '#server/core/needs.ts'
import type { Database } from '#server/db/schema.ts'
import type { StoredAllocation } from '#server/posting/facts/allocations.ts'
import { entriesWithin, type StoredEntry } from '#server/posting/facts/stored-entries.ts'

/** A write-off with the entry that posted it (none for an amount worth nothing), and its allocation unless that is reversed. */
export type StoredWriteOff = Selectable<Database['write_offs']> & {
  entry: StoredEntry | null
  allocations: StoredAllocation[]
}

/** The active write-offs that came with a receipt, oldest first. Nothing comes with a payment out. */
export const writeOffsOfPayment = (payment_id: number | null): Need<StoredWriteOff[]> =>
  payment_id === null
    ? known([])
    : { load: (context) => loadWriteOffs(context, sql`payment_id = ${payment_id} AND state = 'posted'`) }

/** The active write-offs of a document, the latest first. */
export const writeOffsOfDocument = (document_id: number): Need<StoredWriteOff[]> => ({
  load: async (context) => {
    const active = await activeWriteOffs(context, document_id)
    if (active.length === 0) return []
    const rows = await loadWriteOffs(context, sql`document_id = ${document_id} AND state = 'posted'`)
    return active.flatMap(({ id }) => rows.filter((row) => row.id === id))
  },
})

/** One write-off of a document, in any state. */
export const writeOffOf = (document_id: number, id: number): Need<StoredWriteOff | undefined> => ({
  load: async (context) => (await loadWriteOffs(context, sql`document_id = ${document_id} AND id = ${id}`))[0],
})

async function loadWriteOffs(context: Context, which: RawBuilder<unknown>): Promise<StoredWriteOff[]> {
  const { db, session } = context
  const own = (column: string) =>
    sql`SELECT ${sql.ref(column)} FROM write_offs WHERE organization_id = ${session.organization_id} AND ${which}`
  const [rows, allocations, entries] = await Promise.all([
    db.selectFrom('write_offs').selectAll().where(sql<boolean>`(${which})`).orderBy('id').execute(),
    db
      .selectFrom('allocations')
      .leftJoin('allocations as undo', (join) => join.onRef('undo.reverses_id', '=', 'allocations.id'))
      .selectAll('allocations')
      // By their documents, for which there is an index.
      .where('allocations.document_id', '=', sql<number>`ANY (ARRAY(${own('document_id')}))`)
      .where('allocations.write_off_id', 'is not', null)
      .where('allocations.reverses_id', 'is', null)
      .where('undo.id', 'is', null)
      .execute(),
    entriesWithin(() => own('entry_id')).load(context),
  ])
  return rows.map((row) => ({
    ...row,
    entry: entries.find(({ id }) => id === row.entry_id) ?? null,
    allocations: allocations.filter(({ write_off_id }) => write_off_id === row.id),
  }))
}

/** The same without their entries. */
export const activeWriteOffs = ({ db }: Context, document_id: number) =>
  db
    .selectFrom('write_offs')
    .select(['id', 'write_off_date', 'amount'])
    .where('document_id', '=', document_id)
    .where('state', '=', 'posted')
    .orderBy('write_off_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
