import type { Selectable } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { type Advance, type AdvanceRef, laterOf } from './advance.ts'

/** Documents that are advances: a note that lowers, and an opening credit. */
export type CreditKind = { name: string; side: Side }
type Credit = Selectable<Database['documents']>

/** The amount of a note above its document's open amount, or an opening credit; used like the rest of a payment. */
export async function documentAdvance(context: Context, kind: CreditKind, id: number): Promise<AdvanceRef> {
  const { document_date: date, party_id, currency_id } = await creditRow(context, kind, id)
  const ref: AdvanceRef<Credit> = {
    source: { note_id: id },
    documentIds: [id],
    date,
    party_id,
    currency_id,
    // Its content may have changed since the first look.
    row: { load: (own) => creditRow(own, kind, id) },
    of: ({ session }, row, version) => {
      if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
      if (row.state !== 'posted') throw new Refusal('document_void')
      return advanceOf(kind, row, session.organization.decimals)
    },
  }
  return ref as AdvanceRef
}

function advanceOf(kind: CreditKind, credit: Credit, decimals: number): Advance {
  return {
    source: { note_id: credit.id },
    journal: { source: kind.name, source_id: credit.id, source_revision: credit.revision + 1 },
    party_id: credit.party_id,
    branch_id: credit.branch_id,
    exchange_rate: credit.exchange_rate,
    open: {
      amount: credit.total,
      amount_base: credit.total_base,
      currency_id: credit.currency_id,
      date: credit.document_date,
      allocated: credit.settled,
      allocated_base: credit.settled_base,
      decimals,
    },
    last_unsettled_on: credit.last_unsettled_on,
    use: (plan, _purpose, amount, base, reversed_on) => {
      const settled = decimal(credit.settled).plus(amount)
      plan.change('documents', credit.id, {
        settled: text(settled),
        settled_base: text(decimal(credit.settled_base).plus(base)),
        status: settlementStatus({ posted: true, total: credit.total, settled }, kind.side),
        last_unsettled_on: laterOf(credit.last_unsettled_on, reversed_on),
        revision: credit.revision + 1,
        version: credit.version + 1,
      })
    },
  }
}

async function creditRow({ db }: Context, { name }: CreditKind, id: number): Promise<Credit> {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', name)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
