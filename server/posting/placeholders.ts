import type { Series } from '#server/journal/posting/number-series.ts'

/** Tables whose rows a plan names before they have an id. */
export type NumberedTable =
  | 'allocations'
  | 'asset_events'
  | 'assets'
  | 'bank_statement_lines'
  | 'deferrals'
  | 'documents'
  | 'fx_revaluations'
  | 'goods_notes'
  | 'journal_entries'
  | 'landed_costs'
  | 'lots'
  | 'manual_entries'
  | 'opening_clearings'
  | 'payments'
  | 'retention_moves'
  | 'refunds'
  | 'set_offs'
  | 'stock_counts'
  | 'stock_transfers'
  | 'tax_adjustments'
  | 'write_offs'

let named = 0
/** The id of a row that a plan adds. The executor takes it from the sequence of the table before it writes. */
export class NewId {
  readonly table: NumberedTable
  /** Distinguishes it from others before they have values: the keys of a plan are compared as texts. */
  readonly nth = ++named
  #value: number | undefined
  constructor(table: NumberedTable) {
    this.table = table
  }
  /** Throws before the plan is written. */
  get value(): number {
    if (this.#value === undefined) throw new Error(`an id of ${this.table} is known once its plan is written`)
    return this.#value
  }
  set value(id: number) {
    this.#value = id
  }
}
export type Id = number | NewId

/** The next legal number of a series. The executor takes it after everything that can refuse. */
export class NextNumber {
  readonly series: Series
  #value: string | undefined
  constructor(series: Series) {
    this.series = series
  }
  /** Throws before the plan is written. */
  get value(): string {
    if (this.#value === undefined) throw new Error('a number is known once its plan is written')
    return this.#value
  }
  set value(number: string) {
    this.#value = number
  }
}

/** A number that follows from another: that of a line of an entry, `JV-2026-000001/2`. */
export class DerivedNumber {
  readonly #number: string | NextNumber
  readonly #suffix: string
  constructor(number: string | NextNumber, suffix: string) {
    this.#number = number
    this.#suffix = suffix
  }
  get value(): string {
    return `${columnValue(this.#number)}${this.#suffix}`
  }
}
export type PlannedNumber = string | NextNumber | DerivedNumber

/** What a column of a planned row holds: a value of the database, or one that is known once the plan is written. */
export const columnValue = (value: unknown): unknown =>
  value instanceof NewId || value instanceof NextNumber || value instanceof DerivedNumber ? value.value : value
