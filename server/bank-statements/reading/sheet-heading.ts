import { foldDigits } from '#contract/fields/clean-text.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { FileRow } from '#server/reading/read-table.ts'
import type { DecimalMark } from '#server/reading/values/figures.ts'
import { foldWord } from '#server/reading/values/words.ts'
import { balanceOf, namedCurrency, withoutCurrency } from './sheet-figures.ts'

/** What a table says outside its lines: whose account it is, in which currency, and its balances. */
export type SheetHeading = {
  account: string | null
  currency: string | null
  opening_balance: string | null
  closing_balance: string | null
}

const words = {
  account: /^(رقم حساب|حساب رقم|رقم ايبان|ايبان|iban|account (number|no)|a c no|رقم حساب بنكي|رقم حساب ايبان)( |$)/,
  currency: /^(عمله|عمله حساب|currency|account currency|ccy)( |$)/,
  opening:
    /^(رصيد افتتاحي|رصيد اول مده|رصيد بدايه|رصيد سابق|opening balance|beginning balance|start balance|balance brought forward)( |$)/,
  closing:
    /^(رصيد ختامي|رصيد اخر مده|رصيد نهائي|رصيد اغلاق|closing balance|ending balance|end balance|balance carried forward)( |$)/,
}
const iban = /\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/

export function sheetHeading(rows: readonly FileRow[], at: number, mark: DecimalMark, field: string): SheetHeading {
  const above = rows.slice(0, Math.max(at, 0)).map(({ cells }) => cells)
  const all = rows.map(({ cells }) => cells)
  const accounts = new Set(all.flatMap((cells) => accountIn(cells) ?? []))
  if (accounts.size > 1 && !isOneAccount([...accounts])) throw new Refusal('statement_several_accounts', { field })
  const [account] = accounts
  return {
    account: account ?? null,
    currency: firstOf(above, (cells) => saidAfter(cells, words.currency, namedCurrency)),
    opening_balance: firstOf(all, (cells) => saidAfter(cells, words.opening, (cell) => figureIn(cell, mark))),
    closing_balance: firstOf(all.toReversed(), (cells) =>
      saidAfter(cells, words.closing, (cell) => figureIn(cell, mark)),
    ),
  }
}

/** The currencies of a column of that name, and of the amounts. */
export function sheetCurrency(
  rows: readonly FileRow[],
  at: number,
  amounts: readonly number[],
  field: string,
): string | null {
  const head = (rows[at]?.cells ?? []).map(foldWord)
  const column = head.findIndex((word) => ['عمله', 'currency', 'ccy', 'عمله حساب', 'account currency'].includes(word))
  const found = new Set<string>(amounts.flatMap((place) => currencyOfHead(rows[at]?.cells[place] ?? '') ?? []))
  for (const { cells } of rows.slice(at + 1)) {
    const named = column >= 0 ? namedCurrency(cells[column] ?? '') : null
    if (named) found.add(named)
    for (const place of amounts) {
      const { currency } = withoutCurrency(cells[place] ?? '')
      if (currency) found.add(currency)
    }
  }
  if (found.size > 1) throw new Refusal('statement_several_currencies', { field })
  return [...found][0] ?? null
}

/** A number and the IBAN that ends with it are one account. */
function isOneAccount(accounts: readonly string[]): boolean {
  const longest = accounts.reduce((one, other) => (other.length > one.length ? other : one))
  return accounts.every((account) => longest.endsWith(account.replace(/^0+/, '')))
}

function accountIn(cells: readonly string[]): string | null {
  const number = (cell: string) => {
    const plain = foldDigits(cell).replace(/[\s-]/g, '').toUpperCase()
    return iban.exec(plain)?.[0] ?? /\d{6,30}/.exec(plain)?.[0] ?? null
  }
  return saidAfter(cells, words.account, number)
}

/** What follows a word: in its cell, or in the next cell that says such a thing. */
function saidAfter<Value>(cells: readonly string[], word: RegExp, read: (cell: string) => Value | null): Value | null {
  const at = cells.findIndex((cell) => word.test(foldWord(cell)))
  if (at < 0) return null
  return firstOf([[cells[at] as string], ...cells.slice(at + 1).map((cell) => [cell])], ([cell]) =>
    read(cell as string),
  )
}

/** The figure that a cell is, or that follows the last colon of one that begins with the word. */
function figureIn(cell: string, mark: DecimalMark): string | null {
  const colon = Math.max(cell.lastIndexOf(':'), cell.lastIndexOf('：'))
  return balanceOf(colon < 0 ? cell : cell.slice(colon + 1), mark)
}

function firstOf<Value>(rows: readonly string[][], read: (cells: readonly string[]) => Value | null): Value | null {
  for (const cells of rows) {
    const value = read(cells)
    if (value !== null) return value
  }
  return null
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** "Amount (USD)", «المبلغ (ريال)». */
function currencyOfHead(head: string): string | null {
  const code = namedCurrency(/[([]([^)\]]+)[)\]]\s*$/.exec(head)?.[1] ?? '')
  return code !== null && currencies.has(code) ? code : null
}
