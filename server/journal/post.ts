import { type RawBuilder, sql } from 'kysely'
import type { Entry, Line } from '#ledger/entry.ts'
import { type Decimal, decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { type Accounts, loadAccounts } from './accounts.ts'
import type { Period } from './periods.ts'

export type EntryKind =
  | 'invoice'
  | 'advance_invoice'
  | 'credit_note'
  | 'debit_note'
  | 'bill'
  | 'supplier_credit'
  | 'customs'
  | 'receipt'
  | 'payment'
  | 'allocation'
  | 'stock'
  | 'fx_reval'
  | 'vat_settlement'
  | 'tax_adjustment'
  | 'manual'
  | 'opening'
  | 'closing'

/** What the entry is about. `source_revision` tells a correction's entries from the ones they replace. */
export type EntryHead = {
  /** Where whoever posts has already said which entry it will be. */
  id?: number
  date: string
  kind: EntryKind
  source: string
  source_id: number | null
  source_revision?: number
  reverses_id?: number
  description?: string | RawBuilder<string> | null
}

/**
 * The only writer of the journal. Takes a balanced entry of the ledger, gives it the next number of the books and
 * writes entry, lines, tax rows and kept balances in one statement; answers the entry's id, or null where nothing
 * is to be posted. Sent without waiting for anything where the accounts are given. The number row is the organisation's posting mutex: everything that can refuse comes before.
 */
export async function post(
  context: Context,
  period: Period,
  head: EntryHead,
  entry: Entry,
  accounts?: Accounts,
): Promise<number | null> {
  if (entry.lines.length === 0) return null
  if (entry.taxes.length > 0 && period.vat_filed_field)
    throw new Refusal('vat_filed', { field: period.vat_filed_field })
  assertPostable(entry, head, period)
  const { idOf } = accounts ?? (await loadAccounts(context))
  const lines = entry.lines.map((line, index) => ({
    ...lineColumns(line, context),
    line_number: index + 1,
    account_id: idOf(line.account),
  }))
  const result = await statement(context, period, head, lines, taxColumns(entry, head)).execute(context.db)
  return (result.rows[0] as { id: number }).id
}

/** Programmer errors: the rules above have refused whatever a person could have caused. */
function assertPostable(entry: Entry, head: EntryHead, period: Period): void {
  const debit = sum(entry.lines.map((line) => line.debit))
  const credit = sum(entry.lines.map((line) => line.credit))
  if (!debit.eq(credit)) throw new Error(`unbalanced entry: debit ${text(debit)}, credit ${text(credit)}`)
  if (head.date < period.started_at || head.date > period.ended_at)
    throw new Error('the entry lies outside its financial year')
}

type LineColumns = ReturnType<typeof lineColumns> & { line_number: number; account_id: number }

function lineColumns(line: Line, { session }: Context) {
  return {
    branch_id: line.branch_id,
    cost_center_id: line.cost_center_id ?? null,
    party_kind: line.party?.kind ?? null,
    party_id: line.party?.id ?? null,
    debit: text(line.debit),
    credit: text(line.credit),
    currency_id: line.currency_id ?? session.organization.currency_id,
    amount_currency: text(line.amount_currency),
    tax_id: line.tax_id ?? null,
    document_id: line.document_id ?? null,
    product_id: line.product_id ?? null,
    description: line.description ?? null,
  }
}

function taxColumns(entry: Entry, head: EntryHead) {
  return entry.taxes.map((tax, index) => ({
    line_number: index + 1,
    tax_date: head.date,
    box: tax.box,
    sign: tax.sign,
    base: text(tax.base),
    tax: text(tax.tax),
    is_adjustment: tax.is_adjustment,
    tax_id: tax.tax_id,
    branch_id: tax.branch_id,
  }))
}

type BalanceColumns = {
  account_id: number
  branch_id: number
  cost_center_id: number
  currency_id: number
  debit: Decimal
  credit: Decimal
  amount_currency: Decimal
  line_count: number
}

/** The entry's lines summed by balance key, in key order: whoever locks several rows locks them in this order. */
function balanceColumns(lines: readonly LineColumns[]) {
  const groups = new Map<string, BalanceColumns>()
  for (const line of lines) {
    const key = [line.account_id, line.branch_id, line.cost_center_id ?? 0, line.currency_id]
      .map((id) => String(id).padStart(16, '0'))
      .join()
    const group = groups.get(key) ?? {
      account_id: line.account_id,
      branch_id: line.branch_id,
      cost_center_id: line.cost_center_id ?? 0,
      currency_id: line.currency_id,
      debit: decimal(0),
      credit: decimal(0),
      amount_currency: decimal(0),
      line_count: 0,
    }
    groups.set(key, {
      ...group,
      debit: group.debit.plus(line.debit),
      credit: group.credit.plus(line.credit),
      amount_currency: group.amount_currency.plus(line.amount_currency),
      line_count: group.line_count + 1,
    })
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({
      ...group,
      debit: text(group.debit),
      credit: text(group.credit),
      amount_currency: text(group.amount_currency),
    }))
}

const balanceKind = { opening: 1, closing: 2 } as Partial<Record<EntryKind, number>>

function statement(
  context: Context,
  period: Period,
  head: EntryHead,
  lines: LineColumns[],
  taxes: ReturnType<typeof taxColumns>,
) {
  const organization = context.session.organization_id
  const total = text(sum(lines.map((line) => line.debit)))
  return sql`
    WITH number AS (
      INSERT INTO number_series AS series (organization_id, kind, scope, next_number) VALUES (${organization}, 'entry', '', 2)
      ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + 1
      RETURNING next_number - 1 AS taken
    ), entry AS (
      INSERT INTO journal_entries (organization_id, id, entry_number, entry_date, financial_year_id, kind, source, source_id,
        source_revision, reverses_id, description, total_debit, total_credit, line_count, posted_by)
      SELECT ${organization}, coalesce(${head.id ?? null}::bigint, nextval('journal_entries_id_seq')), number.taken, ${head.date}::date, ${period.financial_year_id}::bigint, ${head.kind}, ${head.source}, ${head.source_id}::bigint,
        ${head.source_revision ?? 1}::integer, ${head.reverses_id ?? null}::bigint, ${head.description ?? null}, ${total}::numeric, ${total}::numeric, ${lines.length}::integer, ${context.session.user_id}::bigint
      FROM number RETURNING id
    ), lines AS (
      INSERT INTO journal_lines (organization_id, entry_id, line_number, entry_date, account_id, branch_id, cost_center_id, party_kind, party_id,
        debit, credit, currency_id, amount_currency, tax_id, document_id, product_id, description)
      SELECT ${organization}, entry.id, line.line_number, ${head.date}::date, line.account_id, line.branch_id, line.cost_center_id, line.party_kind, line.party_id,
        line.debit, line.credit, line.currency_id, line.amount_currency, line.tax_id, line.document_id, line.product_id, line.description
      FROM entry, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS line (line_number integer, account_id bigint, branch_id bigint, cost_center_id bigint,
        party_kind text, party_id bigint, debit numeric, credit numeric, currency_id bigint, amount_currency numeric, tax_id bigint, document_id bigint, product_id bigint, description text)
    ), taxes AS (
      INSERT INTO tax_entries (organization_id, entry_id, line_number, tax_date, box, sign, base, tax, is_adjustment, tax_id, branch_id)
      SELECT ${organization}, entry.id, tax.line_number, tax.tax_date, tax.box, tax.sign, tax.base, tax.tax, tax.is_adjustment, tax.tax_id, tax.branch_id
      FROM entry, jsonb_to_recordset(${JSON.stringify(taxes)}::jsonb) AS tax (line_number integer, tax_date date, box text, sign smallint, base numeric, tax numeric, is_adjustment boolean, tax_id bigint, branch_id bigint)
    ), tax_day AS (
      INSERT INTO tax_days AS kept (organization_id, day, box, is_adjustment, base, tax, row_count)
      SELECT ${organization}, ${head.date}::date, tax.box, tax.is_adjustment, sum(tax.sign * tax.base), sum(tax.sign * tax.tax), count(*)
      FROM entry, jsonb_to_recordset(${JSON.stringify(taxes)}::jsonb) AS tax (box text, sign smallint, base numeric, tax numeric, is_adjustment boolean)
      GROUP BY tax.box, tax.is_adjustment ORDER BY tax.box, tax.is_adjustment
      ON CONFLICT (organization_id, day, box, is_adjustment) DO UPDATE SET
        base = kept.base + excluded.base, tax = kept.tax + excluded.tax, row_count = kept.row_count + excluded.row_count
    ), sums AS (
      SELECT ${organization}::bigint AS organization_id, ${balanceKind[head.kind] ?? 0}::smallint AS kind, sums.*
      FROM entry, jsonb_to_recordset(${JSON.stringify(balanceColumns(lines))}::jsonb) AS sums (account_id bigint, branch_id bigint, cost_center_id bigint, currency_id bigint,
        debit numeric, credit numeric, amount_currency numeric, line_count bigint)
    ), day AS (
      INSERT INTO day_balances AS balance (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind, debit, credit, amount_currency, line_count)
      SELECT organization_id, account_id, ${head.date}::date, branch_id, cost_center_id, currency_id, kind, debit, credit, amount_currency, line_count FROM sums
      ON CONFLICT (organization_id, account_id, day, branch_id, cost_center_id, currency_id, kind) DO UPDATE SET
        debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit,
        amount_currency = balance.amount_currency + excluded.amount_currency, line_count = balance.line_count + excluded.line_count
    ), month AS (
      INSERT INTO balances AS balance (organization_id, account_id, month, branch_id, cost_center_id, currency_id, kind, debit, credit, amount_currency, line_count)
      SELECT organization_id, account_id, date_trunc('month', ${head.date}::date)::date, branch_id, cost_center_id, currency_id, kind, debit, credit, amount_currency, line_count FROM sums
      ON CONFLICT (organization_id, account_id, month, branch_id, cost_center_id, currency_id, kind) DO UPDATE SET
        debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit,
        amount_currency = balance.amount_currency + excluded.amount_currency, line_count = balance.line_count + excluded.line_count
    )
    SELECT id FROM entry`
}
