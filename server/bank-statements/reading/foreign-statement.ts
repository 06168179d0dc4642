import type { StatementColumn, StatementSheet } from '#contract/imports/bank-sheet.ts'
import { taskAt } from '#server/core/task.ts'
import type { DayOrder } from '#server/reading/values/days.ts'
import type { SheetLayout } from './sheet-layout.ts'
import type { Statement } from './statement.ts'

export type ChosenColumn = { column: StatementColumn; source: number }
export type SheetInput = { data: Uint8Array; field: string; stored: SheetLayout | null }
export type StatementInput = SheetInput & { chosen: readonly ChosenColumn[] | null; day_order: DayOrder | null }
/** What the file alone says; the currency of the account is known outside. */
export type SheetRead = Omit<StatementSheet, 'account_currency_id' | 'asks_currency'>
export type StatementResult = {
  statement: Statement & { has_balances: boolean }
  /** The layout that follows from the chosen columns. */
  layout: SheetLayout | null
}

/** Files of banks are read in another process (server/processes). */
export const statementTask = taskAt<StatementInput, StatementResult>(new URL('./statement-task.ts', import.meta.url))
export const sheetTask = taskAt<SheetInput, SheetRead>(new URL('./sheet-task.ts', import.meta.url))
