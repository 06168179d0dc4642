import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { shownNumber } from './document-number.ts'
import {
  type DocumentQueryRow,
  type ItemRow,
  type PartyRow,
  queryDocument,
  queryNewDocuments,
} from './document-query.ts'
import { invoiceQr } from './invoice-qr.ts'
import { issuedKinds, lockedBecause } from './lock-document.ts'
import { spelled } from './neutral.ts'

/** A document with everything its form and its printed page show. */
export async function readDocument(context: Context, side: Side, id: number) {
  return spelled(side, await readNeutral(context, side.document, id))
}

/** One that was just written and takes off no advance, read with those of all who share the transaction. */
export async function readNewDocument(context: Context, side: Side, id: number) {
  const row = await context.db.together.read(readNew, { context, kind: side.document, id })
  if (!row) throw new Error('a document that was not written')
  return spelled(side, shown(context, row))
}

type Asked = { context: Context; kind: string; id: number }

async function readNew(asked: readonly Asked[]): Promise<(DocumentQueryRow | undefined)[]> {
  const read = [...Map.groupBy(asked, ({ kind }) => kind)].map(([kind, all]) =>
    queryNewDocuments(
      (all[0] as Asked).context,
      kind,
      all.map(({ id }) => id),
    ),
  )
  const rows = new Map((await Promise.all(read)).flat().map((row) => [row.id, row]))
  return asked.map(({ id }) => rows.get(id))
}

/** A document of whichever kind, without its side's spelling. */
export async function readNeutral(context: Context, kind: string, id: number) {
  const row = await queryDocument(context, kind, id)
  if (!row) throw new Refusal('not_found')
  return shown(context, row)
}

function shown(context: Context, row: DocumentQueryRow) {
  return {
    ...row,
    number: shownNumber(row),
    date: row.document_date,
    ...settlement(row),
    is_void: row.state === 'void',
    is_overdue: row.state === 'posted' && row.due_date < context.today && decimal(row.settled).lt(row.total),
    locked_because: lockedBecause(row, context),
    issued_at: (row.issued_at ?? row.posted_at)?.toISOString() ?? null,
    qr: issuedKinds.includes(row.kind) ? invoiceQr(row.organization, row) : null,
    party: { ...row.party, address: addressOf(row.party) },
    items: row.items.map(shownItem),
  }
}

/** What a printed page says of its issuer. */
export const organizationHead = (db: Context['db']) =>
  db
    .selectFrom('organizations')
    .select(['name', 'name_en', 'tax_number', 'commercial_registration', 'address', 'logo'])
    .executeTakeFirstOrThrow()

/** Both spellings of what is paid and what remains: the two documents use one each. */
export function settlement(row: { total: string; settled: string; state: string }) {
  const remaining = row.state === 'posted' ? text(decimal(row.total).minus(row.settled)) : '0'
  return { paid_amount: row.settled, remaining_amount: remaining, paidAmount: row.settled, remainingAmount: remaining }
}

function addressOf(party: PartyRow): string | null {
  const national = [party.building_number, party.street, party.district, party.city, party.postal_code]
  const hasNational = party.street !== null || party.building_number !== null
  return party.address ?? (hasNational ? national.filter((part) => part !== null).join('، ') : null)
}

const shownItem = (row: ItemRow) => ({
  ...row,
  item_name: row.product_name,
  item_name_en: row.product_name_en,
  total: text(decimal(row.net).plus(row.tax)),
})

/** The first print, download or sending issues an invoice: from then on it is corrected by a credit note only. */
export async function markIssued(context: Context, side: Side, id: number): Promise<void> {
  const row = await context.db
    .selectFrom('documents')
    .select(['state', 'issued_at'])
    .where('id', '=', id)
    .where('kind', '=', side.document)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.state !== 'posted' || row.issued_at !== null) return
  await context.db
    .updateTable('documents')
    .set({ issued_at: context.services.clock.now() })
    .where('id', '=', id)
    .execute()
}
