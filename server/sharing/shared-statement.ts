import type { Side } from '#contract/documents/sides.ts'
import { reports } from '#contract/reports/reports.ts'
import { type Sheet, type SheetInput, sheet } from '#contract/reports/sheet.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownCurrency } from '#server/paper-kit/paper-parts.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { showPartyStatement } from '#server/reports/account-statement/party-statement.ts'
import { reportPaper } from '#server/reports/framework/report-paper.ts'
import type { PaperKey, SharedPaper } from './shared-paper-facts.ts'

const rowsMaximum = 5_000
const reportOf = { sales: reports.customerStatement, purchases: reports.supplierStatement }

/** The statement of a customer or supplier over some days: movements and balance. */
export async function readStatement(context: Context, side: Side, key: PaperKey): Promise<SharedPaper> {
  const party = await requireStatementParty(context, key.kind.name, key.id)
  const [said, own, seller] = await Promise.all([
    statementSheet(context, side, key),
    ownCurrency(context),
    context.db.selectFrom('organizations').select(['name', 'name_en', 'logo']).executeTakeFirstOrThrow(),
  ])
  const closing = decimal(said.rows.at(-1)?.figures.balance ?? '0')
  const { from, to } = said.period
  return {
    number: [from, to].filter(Boolean).join(' – '),
    days: { from: from ?? null, to },
    date: to,
    due_date: null,
    currency: own,
    state: side.name === 'sales' && closing.gt(0) ? 'unpaid' : 'issued',
    is_draft: false,
    is_tax_invoice: false,
    party_id: key.id,
    party,
    seller,
    total: text(closing),
    remaining: side.name === 'sales' && closing.gt(0) ? text(closing) : null,
    is_handed_over: true,
    has_xml: false,
  }
}

export async function requireStatementParty({ db }: Context, kind: string, id: number) {
  const party = await db
    .selectFrom('parties')
    .select(['id', 'name', 'name_en'])
    .where('id', '=', id)
    .where('kind', '=', kind === 'customer_statement' ? 'customer' : 'supplier')
    .executeTakeFirst()
  if (!party) throw new Refusal('not_found')
  return party
}

async function statementSheet(context: Context, side: Side, { id, days }: PaperKey): Promise<SheetInput> {
  const query = { [side.partyField]: id, from: days?.from ?? undefined, to: days?.to ?? undefined, whole: true }
  const said = await showPartyStatement(side)(context, query, rowsMaximum)
  if (said.next) throw new Refusal('too_many_to_export', { params: { maximum: rowsMaximum } })
  return said
}

export async function printStatement(context: Context, side: Side, key: PaperKey): Promise<PdfPaper> {
  const said = sheet.parse(await statementSheet(context, side, key)) as Sheet
  return reportPaper(context, reportOf[side.name].name, said)
}
