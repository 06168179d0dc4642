import { sql } from 'kysely'
import { type Entry, reverse } from '#ledger/entry.ts'
import type { Context } from '#server/core/context.ts'
import { loadAccounts } from '../accounts.ts'
import type { Period } from '../periods.ts'
import { entryOfRows } from './entry-rows.ts'
import { type EntryHead, post } from './post.ts'

/**
 * Posts the mirror of an entry, on the entry's own date unless another is given; a second reversal of the same entry
 * is impossible.
 */
export async function reverseEntry(
  context: Context,
  period: Period,
  entryId: number,
  sourceRevision: number,
  said: Said = {},
): Promise<number | null> {
  return postReversal(context, period, await loadForReversal(context, entryId), sourceRevision, said)
}

/** `id`: the id of the reversal, if the caller has allocated it. */
type Said = { id?: number; date?: string; reason?: string | null | undefined }
export type Reversed = Awaited<ReturnType<typeof loadForReversal>>

/** The data for the reversal of an entry. */
export async function loadForReversal(context: Context, entryId: number) {
  const [head, entry, accounts] = await Promise.all([
    headOf(context, entryId),
    loadEntry(context, entryId),
    loadAccounts(context),
  ])
  return { entryId, head, entry, accounts }
}

/** Sent without waiting for anything. */
export function postReversal(
  context: Context,
  period: Period,
  { entryId, head, entry, accounts }: Reversed,
  sourceRevision: number,
  said: Said = {},
): Promise<number | null> {
  return post(context, period, reversalHead({ entryId, head }, sourceRevision, said), reverse(entry), accounts)
}

type Head = Awaited<ReturnType<typeof headOf>>

function reversalHead(
  { entryId, head }: { entryId: number; head: Head },
  source_revision: number,
  said: Said,
): EntryHead {
  return {
    ...(said.id !== undefined && { id: said.id }),
    date: said.date ?? head.entry_date,
    kind: head.kind as EntryHead['kind'],
    source: head.source,
    source_id: head.source_id,
    source_revision,
    reverses_id: entryId,
    description: said.reason ?? head.description,
  }
}

const heads = ({ db }: Context, ids: readonly number[]) =>
  db
    .selectFrom('journal_entries')
    .select(['id', 'entry_date', 'kind', 'source', 'source_id', 'description'])
    .where('id', '=', anyOf(ids))

const headOf = (context: Context, entryId: number) => heads(context, [entryId]).executeTakeFirstOrThrow()

/** A posted entry as the ledger spells it. */
export async function loadEntry(context: Context, entryId: number): Promise<Entry> {
  return (await loadEntries(context, [entryId])).get(entryId) as Entry
}

async function loadEntries({ db }: Context, ids: readonly number[]): Promise<Map<number, Entry>> {
  const own = anyOf(ids)
  const lined = db.selectFrom('journal_lines').selectAll().where('entry_id', '=', own)
  const taxed = db.selectFrom('tax_entries').selectAll().where('entry_id', '=', own)
  const [lines, taxes] = await Promise.all([
    lined.orderBy('entry_id').orderBy('line_number').execute(),
    taxed.orderBy('entry_id').orderBy('line_number').execute(),
  ])
  const linesOf = Map.groupBy(lines, (line) => line.entry_id)
  const taxesOf = Map.groupBy(taxes, (tax) => tax.entry_id)
  return new Map(ids.map((id) => [id, entryOfRows(linesOf.get(id), taxesOf.get(id))]))
}

const anyOf = (ids: readonly number[]) => sql<number>`ANY (${[...ids]}::bigint[])`
