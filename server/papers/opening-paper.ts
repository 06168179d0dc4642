import { type Opening, openingCalls } from '#contract/opening.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import { type Decimal, decimal, round, sum } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { readOpening } from '#server/opening/read-opening.ts'
import {
  fact,
  figureText,
  issuerNow,
  moneyText,
  ownCurrency,
  paperColumns,
  paperHead,
} from '#server/paper-kit/paper-parts.ts'
import { bilingual, type Own, type PaperWords, twoNames } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper, PdfTable } from '#server/pdf/paper.ts'

const itemLists = ['receivables', 'customer_credits', 'payables', 'supplier_credits'] as const
type Item = Opening['customer_credits'][number] & { due_date: string }
type Currencies = ReadonlyMap<number, Own>

/** What was brought along when the books began: accounts, open items and stock, and what of it is the owners'. */
export async function openingPaper(context: Context): Promise<PdfPaper> {
  const opening = openingCalls.show.answer.parse(await readOpening(context)) as Opening
  const { opening_date, branch_id } = opening
  if (opening_date === null) throw new Refusal('not_found')
  const say = bilingual(context.services.words)
  const { db, session } = context
  const [own, head, branch, currencies] = await Promise.all([
    ownCurrency(context),
    issuerNow(context).then((issuer) => paperHead(context, issuer)),
    db.selectFrom('branches').select('name').where('id', '=', branch_id).executeTakeFirst(),
    db.selectFrom('currencies').select(['id', 'code', 'decimals']).execute(),
  ])
  const known: Currencies = new Map(currencies.map(({ id, ...currency }) => [id, currency]))
  const ownId = session.organization.currency_id
  const tables = [
    ...(opening.lines.length > 0 ? [accountsTable(say, opening.lines, { own, ownId, known })] : []),
    ...itemLists.flatMap((list) =>
      opening[list].length > 0 ? [itemsTable(say, list, opening[list] as readonly Item[], known)] : [],
    ),
    ...(opening.stock.length > 0 ? [stockTable(say, opening.stock, own)] : []),
  ]
  return {
    ...head,
    title: say('sheet.titles.opening'),
    number: opening_date,
    created_at: opening_date,
    facts: [fact(say, 'opening_date', opening_date), ...(branch ? [fact(say, 'branch', branch.name)] : [])],
    more: tables,
    totals: totalsOf(say, opening, own),
    signatures: [say('sheet.prepared_by'), say('sheet.reviewed_by'), say('sheet.approved_by')],
  }
}

type Money = { own: Own; ownId: number; known: Currencies }

function accountsTable(say: PaperWords, lines: Opening['lines'], { own, ownId, known }: Money): PdfTable {
  const isForeign = lines.some(({ currency_id }) => currency_id !== ownId)
  const figure = (value: number) => (value === 0 ? '' : figureText(value, own.decimals))
  const names = ['account_number', 'account', 'debit', 'credit', ...(isForeign ? ['amount_currency'] : [])]
  return {
    title: say('sheet.opening_lines'),
    columns: paperColumns(say, names, { figures: ['debit', 'credit', 'amount_currency'], share: ['account'] }),
    rows: lines.map((line) => [
      line.account_number,
      twoNames(line.name, line.name_en),
      figure(line.debit),
      figure(line.credit),
      ...(isForeign ? [foreignText(line, ownId, known)] : []),
    ]),
  }
}

function foreignText({ currency_id, amount_currency }: Opening['lines'][number], ownId: number, known: Currencies) {
  const currency = known.get(currency_id)
  return currency_id === ownId || !currency ? '' : moneyText(decimal(amount_currency).abs(), currency)
}

function itemsTable(
  say: PaperWords,
  list: (typeof itemLists)[number],
  items: readonly Item[],
  known: Currencies,
): PdfTable {
  const isDue = list === 'receivables' || list === 'payables'
  return {
    columns: paperColumns(say, [`opening_${list}`, 'document_number', ...(isDue ? ['due_date'] : []), 'amount'], {
      figures: ['amount'],
      share: [`opening_${list}`],
    }),
    rows: items.map((item) => [
      twoNames(item.name, item.name_en),
      item.number,
      ...(isDue ? [item.due_date] : []),
      moneyText(item.amount, known.get(item.currency_id) as Own),
    ]),
  }
}

const stockTable = (say: PaperWords, stock: Opening['stock'], own: Own): PdfTable => ({
  title: say('sheet.opening_stock'),
  columns: paperColumns(say, ['item_code', 'item_name', 'quantity', 'unit_cost', 'value'], {
    figures: ['quantity', 'unit_cost', 'value'],
    share: ['item_name'],
  }),
  rows: stock.map((row) => [
    row.code,
    twoNames(row.name, row.name_en),
    formatPlain(row.quantity),
    formatPlain(row.unit_cost),
    figureText(row.value, own.decimals),
  ]),
})

/** Each part in the currency of the books, what is owed below zero; what they come to is the owners'. */
function totalsOf(say: PaperWords, opening: Opening, own: Own): PdfPaper['totals'] {
  const worth = (items: readonly { amount: number; exchange_rate: number }[]) =>
    sum(items.map(({ amount, exchange_rate }) => round(decimal(amount).times(exchange_rate), own.decimals)))
  const parts: [string, Decimal][] = [
    ['opening_lines', sum(opening.lines.map(({ debit, credit }) => decimal(debit).minus(credit)))],
    ['opening_receivables', worth(opening.receivables)],
    ['opening_supplier_credits', worth(opening.supplier_credits)],
    ['opening_stock', sum(opening.stock.map(({ value }) => value))],
    ['opening_payables', worth(opening.payables).neg()],
    ['opening_customer_credits', worth(opening.customer_credits).neg()],
  ]
  return [
    ...parts
      .filter(([, amount]) => !amount.eq(0))
      .map(([name, amount]) => ({ label: say(`sheet.${name}`), value: moneyText(amount, own) })),
    {
      label: say('sheet.opening_equity'),
      value: moneyText(sum(parts.map(([, amount]) => amount)), own),
      isGrand: true,
    },
  ]
}
