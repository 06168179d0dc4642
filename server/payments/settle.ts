import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type Allocated, allocate, type OpenDocument, type Source } from '#ledger/allocation.ts'
import { decimal, text } from '#ledger/money.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { rowsOf } from '#server/db/driver/composite-rows.ts'

export type Reference = { reference_id: number; amount: string }
export type LockedDocument = OpenDocument & {
  state: string
  kind: string
  party_id: number
  settled: string
  settled_base: string
  total: string
  /** The last date on which an allocation to it was reversed. */
  last_unsettled_on: string | null
}

/** The documents, locked in the order of their ids, as every caller that settles several does. */
export async function lockDocuments({ db }: Context, ids: readonly number[]): Promise<Map<number, LockedDocument>> {
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
      'state',
      'kind',
      'party_id',
      'last_unsettled_on',
    ])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Spreads the payment over its references, or refuses on the rows (`references.0.amount`). */
export function allocateReferences(
  side: Side,
  source: Source,
  party_id: number,
  documents: Map<number, LockedDocument>,
  references: readonly Reference[],
  list = 'references',
): Allocated {
  const errors: FieldErrors = {}
  for (const [index, reference] of references.entries()) {
    const document = documents.get(reference.reference_id)
    const known = document?.state === 'posted' && side.openKinds.some((kind) => kind === document.kind)
    if (!known) errors[`${list}.${index}.reference_id`] = { code: 'unknown_reference' }
    else if (document.party_id !== party_id) errors[`${list}.${index}.reference_id`] = { code: 'party_mismatch' }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  const requests = references.map((reference) => ({ document_id: reference.reference_id, amount: reference.amount }))
  const outcome = allocate(source, [...documents.values()], requests)
  if (!('refusals' in outcome)) return outcome
  for (const { code, index, field } of outcome.refusals)
    errors[field === 'currency_id' ? field : `${list}.${index}.${field}`] = { code }
  throw new Refusal('invalid_input', { errors })
}

export type Settlement = { document: LockedDocument; amount: string; carrying_base: string; date: string }

/** Writes the new settlement of the documents in one statement. The status follows from it and is never chosen. */
export async function settleDocuments(
  { db, session }: Context,
  side: Side,
  settlements: readonly Settlement[],
): Promise<void> {
  for (const { document, amount, carrying_base } of settlements) {
    document.settled = text(decimal(document.settled).plus(amount))
    document.settled_base = text(decimal(document.settled_base).plus(carrying_base))
  }
  const rows = [...Map.groupBy(settlements, ({ document }) => document)].map(([document, of]) => {
    const days = of.map(({ date }) => date).sort()
    return {
      id: document.id,
      settled: document.settled,
      settled_base: document.settled_base,
      status: settlementStatus({ posted: true, total: document.total, settled: document.settled }, side),
      first: days[0],
      last: days.at(-1),
    }
  })
  await sql`
    UPDATE documents SET settled = row.settled, settled_base = row.settled_base, status = row.status, version = version + 1,
      first_settled_on = least(first_settled_on, row.first), last_settled_on = greatest(last_settled_on, row.last),
      last_unsettled_on = CASE WHEN row.settled < documents.settled THEN greatest(last_unsettled_on, row.last) ELSE last_unsettled_on END
    FROM unnest(${rowsOf('settlement_input', rows)}::settlement_input[]) AS row
    WHERE documents.organization_id = ${session.organization_id} AND documents.id = row.id`.execute(db)
}
