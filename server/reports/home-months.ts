import { sql } from 'kysely'
import { type Decimal, decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'

type Row = { month: string; class: string; role: string | null; cash: boolean; debit: string; credit: string }

/** Twelve months of income, expense and cash, and today's standing of the accounts: all from the kept balances. */
export async function monthlyFigures({ db, session, today }: Context) {
  const { rows } = await sql<Row>`
    SELECT balance.month, account.class, account.role, coalesce(account.cash_flow_tag = 'cash', false) AS cash, sum(balance.debit) AS debit, sum(balance.credit) AS credit
    FROM balances AS balance
    JOIN accounts AS account ON account.organization_id = ${session.organization_id} AND account.id = balance.account_id
    WHERE balance.organization_id = ${session.organization_id} AND balance.kind <> 2
    GROUP BY 1, 2, 3, 4`.execute(db)
  const thisMonth = `${today.slice(0, 7)}-01`
  const lastMonth = shiftMonth(thisMonth, -1)
  const debits = (keep: (row: Row) => boolean) =>
    sum(rows.filter(keep).map((row) => decimal(row.debit).minus(row.credit)))
  const sales = (month: string) => debits((row) => row.month === month && isSales(row)).neg()
  const profit = debits((row) => row.month === thisMonth && (row.class === 'R' || row.class === 'X')).neg()
  return {
    accounts: {
      cash: text(debits((row) => row.cash)),
      receivable: text(debits((row) => row.role === 'AR')),
      payable: text(debits((row) => row.role === 'AP').neg()),
      vat_due: text(debits((row) => row.role !== null && vatRoles.has(row.role)).neg()),
      sales_this_month: text(sales(thisMonth)),
      sales_last_month: text(sales(lastMonth)),
      profit_this_month: text(profit),
    },
    months: Array.from({ length: 12 }, (_, index) => monthOf(rows, shiftMonth(thisMonth, index - 11))),
  }
}

const vatRoles = new Set(['VAT_OUT', 'VAT_RC', 'VAT_IN', 'VAT_IMP'])
const isSales = (row: Row) => row.role === 'REV_GOODS' || row.role === 'REV_SRV' || row.role === 'SALES_RET'

function monthOf(rows: readonly Row[], month: string) {
  const own = rows.filter((row) => row.month === month)
  const total = (keep: (row: Row) => boolean, amount: (row: Row) => Decimal) => text(sum(own.filter(keep).map(amount)))
  return {
    month: month.slice(0, 7),
    income: total(
      (row) => row.class === 'R',
      (row) => decimal(row.credit).minus(row.debit),
    ),
    expense: total(
      (row) => row.class === 'X',
      (row) => decimal(row.debit).minus(row.credit),
    ),
    received: total(
      (row) => row.cash,
      (row) => decimal(row.debit),
    ),
    paid: total(
      (row) => row.cash,
      (row) => decimal(row.credit),
    ),
  }
}

function shiftMonth(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 10)
}
