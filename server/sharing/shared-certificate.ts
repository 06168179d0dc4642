import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownCurrency } from '#server/paper-kit/paper-parts.ts'
import { withholdingPaper } from '#server/papers/withholding-paper.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { certifiedRows, yearDays } from '#server/withholding/payee-years.ts'
import type { PaperDays, PaperKey, SharedPaper } from './shared-paper-facts.ts'
import { requireStatementParty } from './shared-statement.ts'

/** The certificate of tax withheld from a payee in a year. Its amounts are on the paper alone: a mail names none. */
export async function readSharedCertificate(context: Context, { kind, id, days }: PaperKey): Promise<SharedPaper> {
  const year = yearOf(context, days)
  const range = yearDays(year)
  const [party, rows, currency, seller] = await Promise.all([
    requireStatementParty(context, kind.name, id),
    certifiedRows(context, id, range),
    ownCurrency(context),
    context.db.selectFrom('organizations').select(['name', 'name_en', 'logo']).executeTakeFirstOrThrow(),
  ])
  if (rows.length === 0) throw new Refusal('not_found')
  return {
    number: String(year),
    days: range,
    date: rows.at(-1)?.day ?? range.to,
    due_date: null,
    currency,
    state: 'issued',
    is_draft: false,
    is_tax_invoice: false,
    party_id: id,
    party,
    seller,
    total: null,
    remaining: null,
    is_handed_over: true,
    has_xml: false,
  }
}

export const printSharedCertificate = (context: Context, { id, days }: PaperKey): Promise<PdfPaper> =>
  withholdingPaper(context, id, yearOf(context, days))

/** The year of the days. Without days it is the present one. */
function yearOf({ today }: Context, days: PaperDays = {}): number {
  const year = Number((days.from ?? days.to ?? today).slice(0, 4))
  const { from, to } = yearDays(year)
  if ((days.from ?? from) !== from) throw new Refusal('withholding_not_a_year', { field: 'from' })
  if ((days.to ?? to) !== to) throw new Refusal('withholding_not_a_year', { field: 'to' })
  return year
}
