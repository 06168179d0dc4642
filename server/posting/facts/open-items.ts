import type { Selectable } from 'kysely'
import type { OpenDocument } from '#ledger/allocation.ts'
import type { Need } from '#server/core/needs.ts'
import type { Database } from '#server/db/schema.ts'

type StoredItem = Pick<
  Selectable<Database['documents']>,
  | 'state'
  | 'kind'
  | 'party_id'
  | 'settled'
  | 'settled_base'
  | 'total'
  | 'total_base'
  | 'version'
  | 'revision'
  | 'first_settled_on'
  | 'last_settled_on'
  | 'last_unsettled_on'
  | ('retained' | 'retained_base')
>
/**
 * A document that payments settle, with what is settled of it, what is retained included. `last_unsettled_on`: the last day on which an allocation
 * to it was reversed.
 */
export type OpenItemState = OpenDocument & StoredItem
export type OpenItems = ReadonlyMap<number, OpenItemState>

/** Documents, locked in the order of their ids. One that the tenant does not have is left out. */
export const openItems = (ids: readonly number[]): Need<OpenItems> => ({
  lock: 'documents',
  load: async ({ db }) => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('documents')
      .select([
        'id',
        'branch_id',
        'document_date as date',
        'currency_id',
        'total',
        'settled',
        'total_base',
        'settled_base',
      ])
      .select(['state', 'kind', 'party_id', 'version', 'revision'])
      .select(['first_settled_on', 'last_settled_on', 'last_unsettled_on', 'retained', 'retained_base'])
      .where('id', 'in', [...new Set(ids)])
      .orderBy('id')
      .forUpdate()
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  },
})

/** Copies that a decision may change while it plans. */
export const workingCopies = (items: OpenItems): Map<number, OpenItemState> =>
  new Map([...items].map(([id, item]) => [id, { ...item }]))
