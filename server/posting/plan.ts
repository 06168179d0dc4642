import type { EntryKind } from '#ledger/calendar/periods.ts'
import { type Entry, reverse } from '#ledger/entry.ts'
import { type Decimal, round, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Period } from '#server/journal/periods.ts'
import type { Series } from '#server/journal/posting/number-series.ts'
import type { NewMessage } from '#server/outbox/outbox.ts'
import type { StoredEntry } from './facts/stored-entries.ts'
import { type Id, NewId, type NumberedTable, type PlannedNumber } from './placeholders.ts'

/** Who writes and when: all that a decision may know beyond its facts. */
export type Caller = Pick<Context, 'session' | 'today' | 'keepsNumbers'> & { now: Date }

/** The source of an entry. `source_revision` distinguishes a correction's entries from the replaced ones. */
export type PlannedHead = {
  date: string
  kind: EntryKind
  source: string
  source_id: Id | null
  source_revision: number
  reverses_id?: Id
  /** A text, or the number that the plan takes. */
  description?: string | PlannedNumber | null
}
export type PlannedEntry = { id: NewId; period: Period; head: PlannedHead; entry: Entry }
export type Values = Record<string, unknown>
/** A row to add, to change or to remove by a key. */
export type PlannedWrite =
  | { how: 'add'; table: keyof Database; values: Values }
  | { how: 'change'; table: keyof Database; key: Values; values: Values }
  | { how: 'remove'; table: keyof Database; key: Values }
/** A row to add, or to put in the place of the one with its key. */
export type PlannedPut = { table: keyof Database; key: Values; values: Values }
export type PlannedChange = { table: keyof Database; id: number; values: Values }
type ReversalAt = { date: string; reason?: string | null | undefined; source_revision: number }

/**
 * What a decision writes: entries, rows, changes of stored rows, numbers. Nothing of it has happened; the executor writes it, a
 * preview shows it.
 */
export class Plan {
  readonly entries: PlannedEntry[] = []
  /** In their order. */
  readonly writes: PlannedWrite[] = []
  /** Messages that leave once the plan is committed. */
  readonly messages: (NewMessage | (() => NewMessage))[] = []
  readonly takenOver: { series: Series; number: string }[] = []
  readonly #changes = new Map<string, PlannedChange>()
  readonly #puts = new Map<string, PlannedPut>()
  readonly #accounts: Accounts
  readonly #caller: Caller
  constructor(caller: Caller, accounts: Accounts) {
    this.#caller = caller
    this.#accounts = accounts
  }

  /** Whose plan it is. */
  get session(): Caller['session'] {
    return this.#caller.session
  }

  get changes(): readonly PlannedChange[] {
    return [...this.#changes.values()]
  }

  get puts(): readonly PlannedPut[] {
    return [...this.#puts.values()]
  }

  /** Plans a balanced entry of the ledger. Answers its id, or null if there is nothing to post. Refuses tax in a filed period. */
  post(period: Period, head: PlannedHead, entry: Entry): NewId | null {
    if (entry.lines.length === 0) return null
    if (entry.taxes.length > 0 && period.vat_filed_field)
      throw new Refusal('vat_filed', { field: period.vat_filed_field })
    requirePostable(entry, head, period)
    // Entries posted before such a rule existed can still be reversed.
    if (head.reverses_id === undefined) this.#requirePrecision(entry)
    const id = new NewId('journal_entries')
    this.entries.push({ id, period, head, entry })
    return id
  }

  /** Plans the mirror of a stored entry. */
  reverse(
    period: Period,
    { id, head, entry }: StoredEntry,
    { date, reason, source_revision }: ReversalAt,
  ): NewId | null {
    const { kind, source, source_id, description } = head
    const mirrored = { date, kind, source, source_id, source_revision, description: reason ?? description }
    return this.post(period, { ...mirrored, reverses_id: id }, reverse(entry))
  }

  /** Adds a row whose id nothing in the plan names. */
  add(table: keyof Database, values: Values): void {
    this.writes.push({ how: 'add', table, values })
  }

  /** Adds a row that others in the plan name by the answered id. */
  addNamed(table: NumberedTable, values: Values): NewId {
    const id = new NewId(table)
    this.add(table, { ...values, id })
    return id
  }

  /** Changes a locked row. Several changes of one row become one. */
  change(table: keyof Database, id: number, values: Values): void {
    const key = `${table} ${id}`
    this.#changes.set(key, { table, id, values: { ...this.#changes.get(key)?.values, ...values } })
  }

  /** Changes the row of a key that is no id. */
  changeBy(table: keyof Database, key: Values, values: Values): void {
    this.writes.push({ how: 'change', table, key, values })
  }

  /**
   * Adds a row, or changes the one that has its key, after all other rows. `key`: the columns of the key except the tenant. The last of
   * several for one key is written.
   */
  put(table: keyof Database, key: Values, values: Values): void {
    this.#puts.set(`${table} ${JSON.stringify(key)}`, { table, key, values })
  }

  /** Deletes the rows that hold these values. */
  remove(table: keyof Database, key: Values): void {
    this.writes.push({ how: 'remove', table, key })
  }

  /** Puts a message into the outbox; the same key twice is one message. A function for one that names an id the plan takes. */
  enqueue(message: NewMessage | (() => NewMessage)): void {
    this.messages.push(message)
  }

  /** A number of our own series that comes from elsewhere: the next one follows it. */
  takeOver(series: Series, number: string): void {
    this.takenOver.push({ series, number })
  }

  /** No amount is finer than its currency (accounting rule 3.1). */
  #requirePrecision({ lines }: Entry): void {
    const { currency_id, decimals } = this.#caller.session.organization
    const isFiner = (amount: Decimal, than: number) => !round(amount, than).eq(amount)
    const tooFine = lines.some(
      (line) =>
        isFiner(line.debit.plus(line.credit), decimals) ||
        isFiner(line.amount_currency, this.#accounts.decimalsOf(line.currency_id ?? currency_id)),
    )
    if (tooFine) throw new Refusal('invalid_input', { errors: { amount: { code: 'too_many_decimals' } } })
  }
}

/** Programmer errors: a decision has refused everything that a user can cause. */
function requirePostable(entry: Entry, head: PlannedHead, period: Period): void {
  const debit = sum(entry.lines.map((line) => line.debit))
  const credit = sum(entry.lines.map((line) => line.credit))
  if (!debit.eq(credit)) throw new Error(`unbalanced entry: debit ${text(debit)}, credit ${text(credit)}`)
  if (head.date < period.started_at || head.date > period.ended_at)
    throw new Error('the entry lies outside its financial year')
}
