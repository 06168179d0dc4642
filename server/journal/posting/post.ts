import { type RawBuilder, sql } from 'kysely'
import type { EntryKind } from '#ledger/calendar/periods.ts'
import type { Entry } from '#ledger/entry.ts'
import { type Decimal, round, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { rowsOf } from '#server/db/driver/composite-rows.ts'
import { sendShared } from '#server/db/tenant/verbs.ts'
import { type Accounts, loadAccounts } from '../accounts.ts'
import type { Period } from '../periods.ts'
import { dailyBalanceDeltas, monthlyBalanceDeltas, taxSums } from './balance-deltas.ts'
import { lineColumns, taxColumns } from './entry-rows.ts'

/** The source of the entry. `source_revision` distinguishes a correction's entries from the replaced ones. */
export type EntryHead = {
  /** The id of the entry, if the caller has allocated it. */
  id?: number
  date: string
  kind: EntryKind
  source: string
  source_id: number | null
  source_revision?: number
  reverses_id?: number
  description?: string | null
  /** The document whose number is the description: given by a statement before this one. */
  numbered_document_id?: number
}

/**
 * The only writer of the journal. Takes a balanced entry of the ledger, gives it the next entry number and writes
 * entry, lines, tax rows and balances in one statement. Answers the id of the entry, or null if there is nothing to
 * post. Nothing is awaited if the accounts are given. The counter row is the organization's posting mutex: everything
 * that can refuse comes before.
 */
export async function post(
  context: Context,
  period: Period,
  head: EntryHead,
  entry: Entry,
  accounts?: Accounts,
): Promise<number | null> {
  if (entry.lines.length === 0) return null
  const [id] = await writeEntries([toPost(context, period, head, entry, accounts ?? (await loadAccounts(context)))])
  return id as number
}

/** The same for an entry whose id is known and nothing waits for: in one statement with those of all who share the transaction. */
export function postBatched(
  context: Context,
  period: Period,
  head: EntryHead & { id: number },
  entry: Entry,
  accounts: Accounts,
): void {
  if (entry.lines.length > 0) sendShared(context.db, entryInsertCtes, toPost(context, period, head, entry, accounts))
}

type ToPost = ReturnType<typeof toPost>

function toPost(context: Context, period: Period, head: EntryHead, entry: Entry, accounts: Accounts) {
  if (entry.taxes.length > 0 && period.vat_filed_field)
    throw new Refusal('vat_filed', { field: period.vat_filed_field })
  assertPostable(entry, head, period)
  // Entries posted before such a rule existed can still be reversed.
  if (!head.reverses_id) assertCurrencyPrecision(context, entry, accounts)
  const lines = entry.lines.map((line, index) => ({
    ...lineColumns(line, context.session),
    entry_id: head.id,
    entry_date: head.date,
    line_number: index + 1,
    account_id: accounts.idOf(line.account),
  }))
  const taxes = taxColumns(entry).map((tax, index) => ({
    ...{ ...tax, entry_id: head.id, tax_date: head.date, line_number: index + 1 },
  }))
  const columns = {
    ...{ source_revision: 1, ...head },
    financial_year_id: period.financial_year_id,
    posted_by: context.session.user_id,
    total: text(sum(entry.lines.map((line) => line.debit))),
  }
  context.previewed?.push({ date: head.date, kind: head.kind, is_reversal: head.reverses_id !== undefined, lines })
  context.services.sealing?.wanted(context.session.organization_id)
  return { context, head: columns, lines, taxes }
}

/** No amount is finer than its currency (accounting rule 3.1): forms take three decimals, most currencies have two. */
function assertCurrencyPrecision({ session }: Context, { lines }: Entry, { decimalsOf }: Accounts): void {
  const { currency_id, decimals } = session.organization
  const isFiner = (amount: Decimal, than: number) => !round(amount, than).eq(amount)
  const tooFine = lines.some(
    (line) =>
      isFiner(line.debit.plus(line.credit), decimals) ||
      isFiner(line.amount_currency, decimalsOf(line.currency_id ?? currency_id)),
  )
  if (tooFine) throw new Refusal('invalid_input', { errors: { amount: { code: 'too_many_decimals' } } })
}

/** Programmer errors: the rules above have refused everything a user can cause. */
function assertPostable(entry: Entry, head: EntryHead, period: Period): void {
  const debit = sum(entry.lines.map((line) => line.debit))
  const credit = sum(entry.lines.map((line) => line.credit))
  if (!debit.eq(credit)) throw new Error(`unbalanced entry: debit ${text(debit)}, credit ${text(credit)}`)
  if (head.date < period.started_at || head.date > period.ended_at)
    throw new Error('the entry lies outside its financial year')
}

/** The ids of the entries, in their order. */
async function writeEntries(entries: readonly ToPost[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH ${entryInsertCtes(entries)}
    SELECT entry_id AS id FROM given ORDER BY place`.execute((entries[0] as ToPost).context.db)
  return rows.map(({ id }) => id)
}

/** The same as expressions of a WITH. */
function entryInsertCtes(entries: readonly ToPost[]): RawBuilder<unknown> {
  const organization = (entries[0] as ToPost).context.session.organization_id
  const days = dailyBalanceDeltas(entries)
  const given = entries.map(({ head, lines }, place) => ({ ...head, place, line_count: lines.length }))
  const lines = entries.flatMap(({ lines }) => lines)
  const taxes = entries.flatMap(({ taxes }) => taxes)
  return sql`
    number AS (
      INSERT INTO number_series AS series (organization_id, kind, scope, next_number) VALUES (${organization}, 'entry', '', ${entries.length}::bigint + 1)
      ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + ${entries.length}::bigint
      RETURNING next_number - ${entries.length}::bigint AS first
    ), given AS MATERIALIZED (
      SELECT coalesce(head.id, nextval('journal_entries_id_seq')) AS entry_id, number.first + head.place AS entry_number, head.*
      FROM number, unnest(${rowsOf('journal_entry_input', given)}::journal_entry_input[]) AS head
    ), entry AS (
      INSERT INTO journal_entries (organization_id, id, entry_number, entry_date, financial_year_id, kind, source, source_id,
        source_revision, reverses_id, description, total_debit, total_credit, line_count, posted_by)
      SELECT ${organization}, entry_id, entry_number, date, financial_year_id, kind, source, source_id, source_revision, reverses_id,
        coalesce(description, (SELECT number FROM documents WHERE organization_id = ${organization} AND id = numbered_document_id)),
        total, total, line_count, posted_by
      FROM given
    ), lines AS (
      INSERT INTO journal_lines (organization_id, entry_id, entry_date, line_number, account_id, branch_id, cost_center_id, party_kind, party_id,
        debit, credit, currency_id, amount_currency, tax_id, document_id, product_id, description)
      SELECT ${organization}, coalesce(line.entry_id, (SELECT entry_id FROM given)), line.entry_date, line.line_number, line.account_id, line.branch_id,
        line.cost_center_id, line.party_kind, line.party_id, line.debit, line.credit, line.currency_id, line.amount_currency, line.tax_id,
        line.document_id, line.product_id, line.description
      FROM unnest(${rowsOf('journal_line_input', lines)}::journal_line_input[]) AS line
    ), taxes AS (
      INSERT INTO tax_entries (organization_id, entry_id, tax_date, line_number, box, sign, base, tax, is_adjustment, tax_id, branch_id)
      SELECT ${organization}, coalesce(tax.entry_id, (SELECT entry_id FROM given)), tax.tax_date, tax.line_number, tax.box, tax.sign, tax.base, tax.tax,
        tax.is_adjustment, tax.tax_id, tax.branch_id
      FROM unnest(${rowsOf('tax_entry_input', taxes)}::tax_entry_input[]) AS tax
    ), tax_day AS (
      INSERT INTO daily_tax_totals AS kept (organization_id, day, box, is_adjustment, base, tax, row_count)
      SELECT ${organization}, sums.* FROM unnest(${rowsOf('daily_tax_input', taxSums(entries))}::daily_tax_input[]) AS sums
      -- After the number, which is the mutex of all postings.
      WHERE EXISTS (SELECT FROM number)
      ON CONFLICT (organization_id, day, box, is_adjustment) DO UPDATE SET
        base = kept.base + excluded.base, tax = kept.tax + excluded.tax, row_count = kept.row_count + excluded.row_count
    ), day AS (
      INSERT INTO daily_balances AS balance (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind, debit, credit, amount_currency, line_count)
      SELECT ${organization}, sums.* FROM unnest(${rowsOf('balance_input', days)}::balance_input[]) AS sums WHERE EXISTS (SELECT FROM number)
      ON CONFLICT (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind) DO UPDATE SET
        debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit,
        amount_currency = balance.amount_currency + excluded.amount_currency, line_count = balance.line_count + excluded.line_count
    ), month AS (
      INSERT INTO monthly_balances AS balance (organization_id, account_id, month, branch_id, cost_center_id, currency_id, kind, debit, credit, amount_currency, line_count)
      SELECT ${organization}, sums.* FROM unnest(${rowsOf('balance_input', monthlyBalanceDeltas(days))}::balance_input[]) AS sums WHERE EXISTS (SELECT FROM number)
      ON CONFLICT (organization_id, account_id, month, branch_id, cost_center_id, currency_id, kind) DO UPDATE SET
        debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit,
        amount_currency = balance.amount_currency + excluded.amount_currency, line_count = balance.line_count + excluded.line_count
    )`
}
