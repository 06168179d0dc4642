import type { z } from 'zod'
import { journalEntries } from '#contract/journal.ts'
import { decimal, sum } from '#ledger/money.ts'
import { imbalance, journalInBase } from '#ledger/posting/manual.ts'
import type { Context } from '#server/core/context.ts'
import { readManualEntry } from '#server/manual-entries/read-manual-entry.ts'
import {
  fact,
  figureText,
  issuerNow,
  moneyText,
  ownCurrency,
  paperColumns,
  paperHead,
  rateText,
} from '#server/paper-kit/paper-parts.ts'
import { bilingual, type Own, twoNames } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'

type Entry = z.output<typeof journalEntries.record>

/** A journal voucher: both sides line by line, totals, and signatures. */
export async function entryPaper(context: Context, id: number): Promise<PdfPaper> {
  const entry = journalEntries.record.parse(await readManualEntry(context, id))
  const say = bilingual(context.services.words)
  const [own, head, branch] = await Promise.all([
    ownCurrency(context),
    issuerNow(context).then((issuer) => paperHead(context, issuer)),
    context.db.selectFrom('branches').select('name').where('id', '=', entry.branch_id).executeTakeFirstOrThrow(),
  ])
  const { currency, lines, description } = entry
  const worth = worthOf(entry, own)
  const rate = rateText(currency, entry.exchange_rate, own)
  const title = entry.is_void ? 'void_entry' : entry.status === 'draft' ? 'draft_entry' : 'journal_entry'
  const total = (side: 'debit' | 'credit') => sum(lines.map((line) => decimal(line[side])))
  // A line has one side; the other is blank.
  const money = (value: number) => (value === 0 ? '' : figureText(value, currency.decimals))
  const names = ['account_number', 'account', 'line_description', 'debit', 'credit']
  return {
    ...head,
    title: say(`sheet.titles.${title}`),
    number: entry.journal_number,
    created_at: entry.journal_date,
    facts: [
      fact(say, 'journal_number', entry.journal_number),
      fact(say, 'payment_date', entry.journal_date),
      fact(say, 'branch', branch.name),
      ...(rate ? [fact(say, 'exchange_rate', rate)] : []),
    ],
    columns: paperColumns(say, worth ? [...names, 'amount_base'] : names, {
      figures: ['debit', 'credit', 'amount_base'],
      share: ['account', 'line_description'],
    }),
    rows: lines.map((line, index) => [
      line.account_number,
      twoNames(line.account_name, line.account_name_en),
      aboutOf(line),
      money(line.debit),
      money(line.credit),
      ...(worth ? [figureText(worth[index] ?? 0, own.decimals)] : []),
    ]),
    totals: [
      ...(['debit', 'credit'] as const).map((side) => ({
        label: say(`sheet.total_${side}`),
        value: moneyText(total(side), currency),
        isGrand: true,
      })),
      ...(worth ? [{ label: say('totals.total_base'), value: moneyText(sum(worth).div(2), own) }] : []),
    ],
    notes: description ? [{ label: say('sheet.line_description'), value: description }] : [],
    signatures: [say('sheet.prepared_by'), say('sheet.reviewed_by'), say('sheet.approved_by')],
  }
}

/** The base amounts of a foreign entry's lines. NULL for a draft that does not balance yet. */
function worthOf({ currency, exchange_rate, lines }: Entry, own: Own) {
  if (currency.code === own.code || !imbalance(lines).eq(0)) return null
  return journalInBase(lines, exchange_rate, own.decimals).map(({ debit, credit }) => debit.plus(credit))
}

/** The subject of the line and its party. */
function aboutOf({ description, customer_name, supplier_name, cost_center_name }: Entry['lines'][number]): string {
  return [description, customer_name, supplier_name, cost_center_name].filter(Boolean).join('، ')
}
