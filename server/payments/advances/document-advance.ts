import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Advance, type AdvanceRef, laterOf } from './advance.ts'

/** Documents that are advances: a note that lowers, and an opening credit. */
export type CreditKind = { name: string; side: Side }

/** The amount of a note above its document's open amount, or an opening credit; used like the rest of a payment. */
export async function documentAdvance(context: Context, kind: CreditKind, id: number): Promise<AdvanceRef> {
  const row = await creditRow(context, kind, id)
  const lock = async (version?: number): Promise<Advance> => {
    // The row of the document is locked now; its content may have changed since the first look.
    const note = await creditRow(context, kind, id)
    if (version !== undefined && version !== note.version) throw new Refusal('stale_version')
    if (note.state !== 'posted') throw new Refusal('document_void')
    return {
      source: { note_id: id },
      journal: { source: kind.name, source_id: id, source_revision: note.revision + 1 },
      party_id: note.party_id,
      branch_id: note.branch_id,
      exchange_rate: note.exchange_rate,
      open: {
        amount: note.total,
        amount_base: note.total_base,
        currency_id: note.currency_id,
        date: note.document_date,
        allocated: note.settled,
        allocated_base: note.settled_base,
        decimals: context.session.organization.decimals,
      },
      last_unsettled_on: note.last_unsettled_on,
      use: async (_purpose, amount, base, undone) => {
        const settled = decimal(note.settled).plus(amount)
        await context.db
          .updateTable('documents')
          .set({
            settled: text(settled),
            settled_base: text(decimal(note.settled_base).plus(base)),
            status: settlementStatus({ posted: true, total: note.total, settled }, kind.side),
            last_unsettled_on: laterOf(undone ?? null),
            revision: sql`revision + 1`,
            version: sql`version + 1`,
          })
          .where('id', '=', id)
          .execute()
      },
    }
  }
  return { documentIds: [id], date: row.document_date, lock }
}

async function creditRow({ db }: Context, { name }: CreditKind, id: number) {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', name)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
