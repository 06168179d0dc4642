import type { z } from 'zod'
import { type BankLine, bankReconciliations } from '#contract/bank.ts'
import { decimal } from '#ledger/money.ts'
import { readReconciliation } from '#server/bank/read-reconciliation.ts'
import type { Context } from '#server/core/context.ts'
import { fact, figureText, moneyText, paperColumns, paperHead } from '#server/paper-kit/paper-parts.ts'
import { bilingual, type PaperWords } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper, PdfTable } from '#server/pdf/paper.ts'

type Reconciliation = z.output<typeof bankReconciliations.record>

/** A bank reconciliation: the bank's balance, what it has not shown yet, and so the balance of the books. */
export async function reconciliationPaper(context: Context, id: number): Promise<PdfPaper> {
  const record = bankReconciliations.record.parse(await readReconciliation(context, id))
  const { words } = context.services
  const say = bilingual(words)
  const { account, currency, statement_date, lines, notes } = record
  const kindOf = (line: BankLine) => words.say('ar', `history:kinds.${line.kind}`)
  const open = (side: 'bank_in' | 'bank_out') =>
    openLines(
      say,
      side,
      lines.filter(({ amount }) => (side === 'bank_in' ? amount > 0 : amount < 0)),
      currency.decimals,
      kindOf,
    )
  return {
    ...(await paperHead(context, record.organization)),
    title: say('sheet.titles.bank_reconciliation'),
    number: `${account.number} ${statement_date}`,
    created_at: statement_date,
    facts: [
      fact(say, 'bank_account', account.name),
      fact(say, 'account_number', account.number),
      fact(say, 'statement_date', statement_date),
      fact(say, 'currency', currency.code),
    ],
    more: [...open('bank_in'), ...open('bank_out')],
    totals: stepsOf(record).map(([name, value]) => ({
      label: say(`sheet.${name}`),
      value: moneyText(value, currency),
      isGrand: name.endsWith('balance'),
    })),
    notes: notes ? [{ label: say('sheet.notes_label'), value: notes }] : [],
    signatures: [say('sheet.prepared_by'), say('sheet.reviewed_by')],
  }
}

/** From the bank's balance to the books', as both are at the end of the day. */
function stepsOf({ statement_balance, outstanding, book_balance }: Reconciliation) {
  const explained = decimal(statement_balance).plus(outstanding.in).minus(outstanding.out)
  const unexplained = decimal(book_balance).minus(explained)
  return [
    ['bank_balance', decimal(statement_balance)],
    ['bank_in', decimal(outstanding.in)],
    ['bank_out', decimal(outstanding.out).neg()],
    ...(unexplained.eq(0) ? [] : [['bank_unexplained', unexplained] as const]),
    ['book_balance', decimal(book_balance)],
  ] as const
}

function openLines(
  say: PaperWords,
  title: string,
  lines: readonly BankLine[],
  decimals: number,
  kindOf: (line: BankLine) => string,
): PdfTable[] {
  if (lines.length === 0) return []
  return [
    {
      title: say(`sheet.${title}`),
      columns: paperColumns(say, ['payment_date', 'document_number', 'amount'], {
        figures: ['amount'],
        share: ['document_number'],
      }),
      rows: lines.map((line) => [
        line.entry_date,
        { text: line.number ?? String(line.entry_number), below: line.party ?? line.description ?? kindOf(line) },
        figureText(decimal(line.amount).abs(), decimals),
      ]),
    },
  ]
}
