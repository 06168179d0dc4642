import { type RawBuilder, sql } from 'kysely'
import type { EntryKind } from '#ledger/calendar/periods.ts'
import type { Entry } from '#ledger/entry.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { entryOfRows } from '#server/journal/posting/entry-rows.ts'

/** A posted entry, with its lines and tax rows as the ledger writes them. */
export type StoredEntry = {
  id: number
  head: {
    entry_date: string
    kind: EntryKind
    source: string
    source_id: number | null
    source_revision: number
    reverses_id: number | null
    description: string | null
  }
  entry: Entry
}

/** The entries of a record that no reversal has cancelled yet, in the order in which they were posted. */
export const activeEntriesOf = (source: string, id: number): Need<StoredEntry[]> => ({
  load: (context) =>
    loadStoredEntries(
      context,
      sql`SELECT own.id FROM journal_entries AS own WHERE own.organization_id = ${context.session.organization_id}
        AND own.source = ${source} AND own.source_id = ${id} AND own.reverses_id IS NULL AND (
          SELECT reversal.id FROM journal_entries AS reversal
          WHERE reversal.organization_id = ${context.session.organization_id} AND reversal.reverses_id = own.id) IS NULL`,
    ),
})

/** The entries whose ids a query answers. */
export const entriesWithin = (ids: (organization: number) => RawBuilder<unknown>): Need<StoredEntry[]> => ({
  load: (context) => loadStoredEntries(context, ids(context.session.organization_id)),
})

/** The entry of a document's present content. */
export const entryOfDocument = (id: number): Need<StoredEntry[]> =>
  entriesWithin(
    (organization) => sql`SELECT entry_id FROM documents WHERE organization_id = ${organization} AND id = ${id}`,
  )

async function loadStoredEntries({ db }: Context, ids: RawBuilder<unknown>): Promise<StoredEntry[]> {
  const own = sql<number>`ANY (ARRAY(${ids}))`
  const [heads, lines, taxes] = await Promise.all([
    db
      .selectFrom('journal_entries')
      .select(['id', 'entry_date', 'kind', 'source', 'source_id', 'source_revision', 'reverses_id', 'description'])
      .where('id', '=', own)
      .orderBy('id')
      .execute(),
    db.selectFrom('journal_lines').selectAll().where('entry_id', '=', own).orderBy('line_number').execute(),
    db.selectFrom('tax_entries').selectAll().where('entry_id', '=', own).orderBy('line_number').execute(),
  ])
  const linesOf = Map.groupBy(lines, (line) => line.entry_id)
  const taxesOf = Map.groupBy(taxes, (tax) => tax.entry_id)
  return heads.map(({ id, ...head }) => ({
    id,
    head: { ...head, kind: head.kind as EntryKind },
    entry: entryOfRows(linesOf.get(id), taxesOf.get(id)),
  }))
}
