import { sql } from 'kysely'
import { firstEntry, join, type KindQuery, lastEntryBefore, partyName, rateOfForeign } from './query.ts'

/** Entries with their lines. One that was reversed on another day is two: itself, and its mirror on that day. */
export const journalQuery: KindQuery = (organization) => sql`
  SELECT own.number || twin.mark AS journal_number, CASE twin.mark WHEN '' THEN own.journal_date ELSE own.reversed_on END AS journal_date,
    CASE twin.mark WHEN '' THEN own.description ELSE own.reversal_reason END AS description, account.number AS account_id,
    CASE twin.mark WHEN '' THEN line.debit ELSE line.credit END AS debit, CASE twin.mark WHEN '' THEN line.credit ELSE line.debit END AS credit,
    line.description AS line_description, center.number AS cost_center_id, ${partyName('customer')} AS customer_id, ${partyName('supplier')} AS supplier_id,
    currency.code AS currency_id, branch.name AS branch_id, ${rateOfForeign(organization)} AS exchange_rate,
    CASE twin.mark WHEN '' THEN ${firstEntry(organization, sql`'manual'`)} ELSE own.reversal_entry_id END AS posting_order
  FROM manual_entries AS own
  CROSS JOIN (VALUES (''), (' R')) AS twin (mark)
  JOIN manual_entry_lines AS line ON line.organization_id = ${organization} AND line.manual_entry_id = own.id
  JOIN accounts AS account ON account.organization_id = ${organization} AND account.id = line.account_id
  JOIN currencies AS currency ON currency.id = own.currency_id
  ${join(organization, 'branches', 'branch', 'own.branch_id')}
  ${join(organization, 'cost_centers', 'center', 'line.cost_center_id')}
  ${join(organization, 'parties', 'customer', 'line.customer_id')}
  ${join(organization, 'parties', 'supplier', 'line.supplier_id')}
  WHERE own.organization_id = ${organization} AND own.state = 'posted' AND (twin.mark = '' OR own.reversal_entry_id IS NOT NULL)
  ORDER BY posting_order, own.id, line.line_number`

export const adjustmentsQuery: KindQuery = (organization) => sql`
  SELECT own.adjustment_date, own.direction, own.amount, account.number AS account_id, own.reason, branch.name AS branch_id, own.entry_id AS posting_order
  FROM tax_adjustments AS own
  ${join(organization, 'accounts', 'account', 'own.account_id')}
  ${join(organization, 'branches', 'branch', 'own.branch_id')}
  WHERE own.organization_id = ${organization} AND own.state = 'posted' ORDER BY own.entry_id`

export const clearingsQuery: KindQuery = (organization) => sql`
  SELECT own.clearing_date, own.capital, ${firstEntry(organization, sql`'opening_clearing'`)} AS posting_order
  FROM opening_clearings AS own WHERE own.organization_id = ${organization} AND own.state = 'posted' ORDER BY posting_order`

export const revaluationsQuery: KindQuery = (organization) => sql`
  SELECT own.revaluation_date, currency.code AS currency_id, trim_scale(max(line.closing_rate)::numeric) AS closing_rate,
    (SELECT string_agg(DISTINCT account.number, '; ') FROM fx_revaluation_lines AS cash
      JOIN accounts AS account ON account.organization_id = ${organization} AND account.id = cash.account_id
      WHERE cash.organization_id = ${organization} AND cash.fx_revaluation_id = own.id AND cash.what = 'cash') AS accounts,
    coalesce(own.items_entry_id, own.cash_entry_id, 0) AS posting_order
  FROM fx_revaluations AS own
  JOIN fx_revaluation_lines AS line ON line.organization_id = ${organization} AND line.fx_revaluation_id = own.id
  JOIN currencies AS currency ON currency.id = line.currency_id
  WHERE own.organization_id = ${organization} AND own.state = 'posted'
  GROUP BY own.id, own.revaluation_date, own.items_entry_id, own.cash_entry_id, currency.code ORDER BY posting_order, own.id, currency.code`

export const returnsQuery: KindQuery = (organization) => sql`
  SELECT own.started_at, own.ended_at, own.authority_reference, CASE WHEN own.claimed_at IS NOT NULL THEN 'claimed' END AS credit,
    coalesce(own.entry_id, ${lastEntryBefore(organization, sql`own.filed_at`)}) AS posting_order
  FROM vat_periods AS own WHERE own.organization_id = ${organization} ORDER BY own.ended_at`

/** The statement of a year follows its months. */
export const withholdingReturnsQuery: KindQuery = (organization) => sql`
  SELECT own.started_at, own.ended_at, own.authority_reference, ${lastEntryBefore(organization, sql`own.filed_at`)} AS posting_order
  FROM withholding_periods AS own WHERE own.organization_id = ${organization} ORDER BY posting_order, own.filed_at`

export const closingsQuery: KindQuery = (organization) => sql`
  SELECT own.name, own.ended_at, coalesce(own.closing_entry_id, ${lastEntryBefore(organization, sql`own.closed_at`)}) AS posting_order
  FROM financial_years AS own WHERE own.organization_id = ${organization} AND own.status = 'closed' ORDER BY own.ended_at`
