import { sql } from 'kysely'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { BankChoices } from '#contract/imports/bank-statements.ts'
import { openLines } from '#server/bank/bank-lines.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { beside, sourceNumbers } from '#server/reports/account-statement/statement-rows.ts'
import { likePattern } from '#server/resource/list.ts'
import { mayMake } from './line-permissions.ts'
import { storedLine } from './stored-line.ts'

const shown = 100

/** What a line could be, the nearest first: open documents of its side, and lines of the books that go its way. */
export async function lineChoices(context: Context, id: number, keyword: string): Promise<BankChoices> {
  const line = await storedLine(context, id)
  const [documents, entries] = await Promise.all([
    mayMake(context, 'voucher', line) ? openDocuments(context, line, keyword) : [],
    bookLines(context, line, keyword),
  ])
  return { documents, entries } as BankChoices
}

async function openDocuments(context: Context, { amount, account_id }: Line, keyword: string) {
  const { db, session } = context
  const own = session.organization_id
  const currency = await bankCurrency(context, account_id)
  const kinds = amount.startsWith('-') ? purchases.openKinds : sales.openKinds
  const pattern = likePattern(keyword)
  const { rows } = await sql`
    SELECT document.id, document.number, document.kind, document.document_date AS date, document.due_date, document.party_id, party.name AS party,
      document.total - document.settled AS remaining
    FROM documents AS document JOIN parties AS party ON party.organization_id = ${own} AND party.id = document.party_id
    WHERE document.organization_id = ${own} AND document.kind = ANY (${[...kinds]}::text[]) AND document.state = 'posted'
      AND document.settled::numeric < document.total::numeric AND document.currency_id = ${currency.id}
      AND (${keyword} = '' OR fold_text(document.number) LIKE ${pattern} OR fold_text(party.name || ' ' || coalesce(party.name_en, '')) LIKE ${pattern})
    ORDER BY abs(document.total - document.settled - abs(${amount}::numeric)), document.due_date, document.id LIMIT ${shown}`.execute(
    db,
  )
  return rows
}

type Line = { account_id: number; amount: string; line_date: string }

async function bookLines(context: Context, line: Line, keyword: string) {
  const own = context.session.organization_id
  const currency = await bankCurrency(context, line.account_id)
  const scope = { account_id: line.account_id, currency_id: currency.id, day: '2100-12-31' }
  const pattern = likePattern(keyword)
  const { rows } = await sql`
    SELECT * FROM (
      SELECT page.entry_id, page.line_number, page.entry_date, page.amount,
        concat_ws(' · ', coalesce(document.number, payment.number, manual.number, entry.entry_number::text), coalesce(documented.name, payer.name),
          coalesce(line.description, entry.description)) AS label
      FROM (${openLines(context, scope)}) AS page
      JOIN journal_lines AS line ON line.organization_id = ${own} AND line.entry_id = page.entry_id AND line.line_number = page.line_number
      ${beside('journal_entries', 'entry', own, sql`page.entry_id`)}
      ${sourceNumbers(own)}
      ${beside('parties', 'documented', own, sql`document.party_id`)}
      ${beside('parties', 'payer', own, sql`payment.party_id`)}
      WHERE sign(page.amount) = sign(${line.amount}::numeric)
        AND NOT EXISTS (SELECT FROM bank_line_matches AS matched WHERE matched.organization_id = ${own}
          AND matched.entry_id = page.entry_id AND matched.line_number = page.line_number)) AS open
    WHERE ${keyword} = '' OR fold_text(label) LIKE ${pattern}
    ORDER BY abs(amount - ${line.amount}::numeric), abs(entry_date - ${line.line_date}::date), entry_id LIMIT ${shown}`.execute(
    context.db,
  )
  return rows
}
