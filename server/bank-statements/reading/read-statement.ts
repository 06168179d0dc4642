import { decimal, sum, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { decodeDeclared } from '#server/reading/decode-declared.ts'
import type { DayOrder } from '#server/reading/values/days.ts'
import { XmlUnreadable } from '#server/xml/parse-xml.ts'
import { isCamt, isInterim, readCamt } from './read-camt.ts'
import { isMt940, readMt940 } from './read-mt940.ts'
import { isOfx, readOfx } from './read-ofx.ts'
import { isQif, readQif } from './read-qif.ts'
import { readSheet, tomorrow } from './read-sheet.ts'
import type { SheetLayout } from './sheet-layout.ts'
import type { Statement } from './statement.ts'

/**
 * A bank's file of any known format, with its sums checked: a file that does not add up is not what the bank wrote. `has_balances` says
 * that both balances are the bank's, none computed from the other.
 */
export async function readBankFile(
  data: Uint8Array,
  field: string,
  layout: SheetLayout | null = null,
  asked: DayOrder | null = null,
): Promise<Statement & { has_balances: boolean }> {
  const written = await read(data, field, layout, asked)
  const has_balances = written.opening_balance !== null && written.closing_balance !== null
  const statement = { ...withBalances(written), has_balances }
  if (statement.lines.length === 0) throw new Refusal('statement_empty', { field })
  const { opening_balance, closing_balance, lines } = statement
  if (opening_balance === null || closing_balance === null) return statement
  const difference = decimal(closing_balance)
    .minus(opening_balance)
    .minus(sum(lines.map((line) => line.amount)))
  if (!difference.eq(0)) throw new Refusal('statement_unequal', { field, params: { difference: text(difference) } })
  return statement
}

async function read(
  data: Uint8Array,
  field: string,
  layout: SheetLayout | null,
  asked: DayOrder | null,
): Promise<Statement> {
  if (isSheet(data, field)) return readSheet(data, field, layout, asked)
  const written = decodeDeclared(data, field)
  if (isInterim(written) && !isCamt(written)) throw new Refusal('statement_interim', { field })
  try {
    if (isMt940(written)) return readMt940(written, field)
    if (isCamt(written)) return readCamt(written, field)
    if (isQif(written)) return readQif(written, field, tomorrow(), asked)
    return readOfx(written, field)
  } catch (error) {
    if (error instanceof XmlUnreadable) throw new Refusal('file_not_readable', { field })
    throw error
  }
}

/** Whether the file is a table, and none of the formats that name their fields. */
export function isSheet(data: Uint8Array, field: string): boolean {
  const isPacked = (data[0] === 0x50 && data[1] === 0x4b) || (data[0] === 0xd0 && data[1] === 0xcf)
  if (isPacked) return true
  const written = decodeDeclared(data, field)
  return !isMt940(written) && !isCamt(written) && !isOfx(written) && !isQif(written) && !isInterim(written)
}

/** The balance at one end of the file gives the other. */
function withBalances(statement: Statement): Statement {
  const { opening_balance, closing_balance, lines } = statement
  const moved = sum(lines.map((line) => line.amount))
  if (opening_balance === null && closing_balance !== null)
    return { ...statement, opening_balance: text(decimal(closing_balance).minus(moved)) }
  if (closing_balance === null && opening_balance !== null)
    return { ...statement, closing_balance: text(decimal(opening_balance).plus(moved)) }
  return statement
}
