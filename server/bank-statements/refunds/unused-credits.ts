import { sql } from 'kysely'
import type { creditSources } from '#contract/documents/advance-calls.ts'
import { noteAdvanceCalls } from '#contract/documents/notes.ts'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { openingCredits } from '#contract/opening-credits.ts'
import { paymentCalls } from '#contract/payments.ts'
import type { Context } from '#server/core/context.ts'
import { creditKinds } from '#server/imports/lookup/settlement-source.ts'
import { paymentKind } from '#server/payments/payment-kind.ts'
import { namedParties, nameWords } from '../open-documents.ts'
import type { StoredLine } from '../stored-line.ts'

/** What is unused of a receipt, payment, note or opening credit of a party. */
export type UnusedCredit = {
  source_kind: (typeof creditSources)[number]
  source_id: number
  number: string
  day: string
  party_id: number
  party: string
  party_en: string | null
  unused: string
}

const partiesMaximum = 200
const perParty = 20

/** Money goes back to a customer, and comes back from a supplier. */
export const refundSide = ({ amount }: Pick<StoredLine, 'amount'>): Side => (amount.startsWith('-') ? sales : purchases)

/** Who may refund it by its own call. */
export const refundAdmission = ({ name }: Side, kind: UnusedCredit['source_kind']): readonly string[] =>
  ({
    payment: paymentCalls[name].refund,
    note: noteAdvanceCalls[name === 'sales' ? 'credit_note' : 'supplier_credit'].refund,
    opening: openingCredits[name].calls.refund,
  })[kind].admission as readonly string[]

/** For each line the unused credits of the parties whose names may be in its text. */
export async function unusedCreditsOfNamed(
  context: Context,
  lines: readonly StoredLine[],
  currency_id: number,
): Promise<Map<number, UnusedCredit[]>> {
  const found = new Map<number, UnusedCredit[]>()
  for (const side of [sales, purchases]) {
    const candidates = lines.filter((line) => refundSide(line) === side)
    const words = nameWords(candidates)
    if (words.length === 0) continue
    const credits = await creditsOf(context, side, words, currency_id)
    if (credits.length > 0) for (const { id } of candidates) found.set(id, credits)
  }
  return found
}

async function creditsOf(
  { db, session }: Context,
  side: Side,
  words: readonly string[],
  currency_id: number,
): Promise<UnusedCredit[]> {
  const own = session.organization_id
  const { note, opening } = creditKinds[side.name]
  const of = sql`organization_id = ${own} AND party_id = party.id AND currency_id = ${currency_id} AND state = 'posted'`
  const { rows } = await sql<UnusedCredit>`
    WITH ${namedParties(own, side, words, partiesMaximum)}
    SELECT credit.*, party.id AS party_id, party.name AS party, party.name_en AS party_en FROM party
    CROSS JOIN LATERAL (
      (SELECT 'payment' AS source_kind, id AS source_id, number, payment_date AS day,
          amount::numeric - allocated::numeric - refunded::numeric AS unused FROM payments
        WHERE ${of} AND kind = ${paymentKind(side)} AND amount::numeric > allocated::numeric + refunded::numeric
        ORDER BY payment_date, id LIMIT ${perParty})
      UNION ALL
      (SELECT CASE WHEN kind = ${note.name} THEN 'note' ELSE 'opening' END, id, number, document_date,
          total::numeric - settled::numeric FROM documents
        WHERE ${of} AND kind = ANY (${[note.name, opening.name]}::text[]) AND settled::numeric < total::numeric
        ORDER BY document_date, id LIMIT ${perParty})) AS credit`.execute(db)
  return rows
}
