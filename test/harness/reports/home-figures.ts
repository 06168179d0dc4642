import { expect } from 'vitest'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { Home } from '#contract/reports.ts'
import { addDays, addMonths, monthEnd, monthStart } from '#ledger/calendar/calendar.ts'
import type { TestApp } from '../api.ts'
import { expectOk, type Organization, today } from '../organization.ts'
import { withSuperuser } from '../role.ts'

type Line = Record<'entry_id' | 'kind' | 'number' | 'class' | 'day' | 'debit' | 'credit', string> &
  Record<'role' | 'tag', string | null> & { taken_back: boolean }
type Item = Record<'kind' | 'left' | 'owed', string> & { late: number }
const cents = (amount: string | number) => Math.round(Number(amount) * 100)
const sumOf = <Row>(rows: readonly Row[], amount: (row: Row) => number) =>
  rows.reduce((all, row) => all + amount(row), 0)

/** The home page of any books in riyals, from lines, documents and allocations only (accounting rule 5.13). */
export async function checkHome(app: TestApp, owner: Organization): Promise<void> {
  const home: Home = expectOk(await owner.get('/reports/home')).body.data
  const ask = async <Row>(text: string, values: unknown[] = []) =>
    withSuperuser(app, async (client) => {
      const { rows } = await client.query(text, [Number(owner.token?.split('.')[0]), today(), ...values])
      return rows as Row[]
    })
  await checkAccounts(home, ask)
  await checkMonths(home, owner)
  await checkAges(home, ask)
  await checkBest(home, ask)
}
type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

async function checkAccounts(home: Home, ask: Query) {
  const lines = await ask<Line>(`
    SELECT line.entry_id::text, entry.kind, account.number, account.role, account.cash_flow_tag AS tag, account.class, entry.entry_date::text AS day, line.debit::text, line.credit::text,
      EXISTS (SELECT FROM journal_entries AS other WHERE other.organization_id = $1 AND other.entry_date = entry.entry_date
        AND (other.reverses_id = entry.id OR other.id = entry.reverses_id)) AS taken_back
    FROM journal_lines AS line
    JOIN journal_entries AS entry ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
    JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
    WHERE line.organization_id = $1 AND entry.entry_date <= $2::date AND entry.kind <> 'closing'`)
  const debits = (keep: (line: Line) => boolean) =>
    sumOf(lines.filter(keep), ({ debit, credit }) => cents(debit) - cents(credit))
  const sold = (from: string, to: string) =>
    0 - debits(({ number, day }) => number.startsWith('41') && day >= from && day <= to)
  const [month, year] = [monthStart(today()), `${today().slice(0, 4)}-01-01`]
  const last = addMonths(month, -1)
  const shown = (...names: (keyof Home)[]) => names.map((name) => [name, cents(home[name] as number)])
  expect(shown('cash', 'receivable', 'payable', 'inventory', 'profit_this_month')).toEqual([
    ['cash', debits(({ tag }) => tag === 'cash')],
    ['receivable', debits(({ role }) => role === 'AR')],
    ['payable', 0 - debits(({ role }) => role === 'AP')],
    ['inventory', debits(({ role }) => role === 'INV')],
    ['profit_this_month', 0 - debits((line) => 'RX'.includes(line.class) && line.day >= month)],
  ])
  expect(shown('sales_this_month', 'sales_last_month', 'sales_this_year')).toEqual([
    ['sales_this_month', sold(month, today())],
    ['sales_last_month', sold(last, monthEnd(last))],
    ['sales_this_year', sold(year, today())],
  ])
  const of = (of: string, keep: (line: Line) => boolean, amount: (line: Line) => number) =>
    sumOf(
      lines.filter((line) => line.day.startsWith(of) && keep(line)),
      amount,
    )
  for (const { month: name, income, expense, received, paid, sales, cash, receivable } of home.months)
    expect([name, ...[income, expense, received, paid, sales, cash, receivable].map(cents)]).toEqual([
      name,
      of(
        name,
        (line) => line.class === 'R',
        ({ debit, credit }) => cents(credit) - cents(debit),
      ),
      of(
        name,
        (line) => line.class === 'X',
        ({ debit, credit }) => cents(debit) - cents(credit),
      ),
      ...flowOf(lines.filter(({ day }) => day.startsWith(name))),
      sold(`${name}-01`, monthEnd(`${name}-01`)),
      debits(({ tag, day }) => tag === 'cash' && day <= monthEnd(`${name}-01`)),
      debits(({ role, day }) => role === 'AR' && day <= monthEnd(`${name}-01`)),
    ])
  expect(home.months.map(({ month: name }) => name)).toEqual(
    Array.from({ length: 12 }, (_, index) => addMonths(month, index - 11).slice(0, 7)),
  )
}

/** Each remaining entry by its net effect on all cash accounts: transfers between own accounts net to zero. */
function flowOf(lines: readonly Line[]): [received: number, paid: number] {
  const moved = lines.filter(({ tag, kind, taken_back }) => tag === 'cash' && kind !== 'opening' && !taken_back)
  const entries = [...Map.groupBy(moved, ({ entry_id, kind }) => (kind === 'manual' ? entry_id : {})).values()]
  const nets = entries.map((own) => sumOf(own, ({ debit, credit }) => cents(debit) - cents(credit)))
  return [sumOf(nets, (net) => Math.max(net, 0)), sumOf(nets, (net) => Math.max(-net, 0))]
}

/** The figures that a month links to sum to the month. */
async function checkMonths(home: Home, owner: Organization) {
  for (const { month, received, paid } of home.months.filter((one) => one.received !== 0 || one.paid !== 0)) {
    const to = [monthEnd(`${month}-01`), today()].sort()[0]
    const asked = `line=cash&without=opening,own_transfer&hide_corrected=true&from=${month}-01&to=${to}&whole=true`
    const { rows } = expectOk(await owner.get(`/reports/account-statement?${asked}`)).body.data
    const lines = rows.filter(({ style }: { style: string }) => style === 'line') as Opened[]
    const come = (name: 'debit' | 'credit') => sumOf(lines, ({ figures }) => cents(figures[name]))
    expect([month, come('debit'), come('credit')]).toEqual([month, cents(received), cents(paid)])
    const { debit, credit, balance } = rows.at(-1).figures
    expect([debit, credit]).toEqual([received, paid])
    expect(cents(balance)).toBe(cents(rows[0].figures.balance) + cents(received) - cents(paid))
  }
}
type Opened = { figures: Record<'debit' | 'credit', number> }

async function checkAges(home: Home, ask: Query) {
  for (const side of [sales, purchases] as const) {
    const items = await ask<Item>(
      `SELECT item.kind, $2::date - item.due_date AS late, (item.total_base - coalesce(sum(used.carrying_base), 0))::text AS left,
        (item.total - coalesce(sum(used.amount), 0))::text AS owed
      FROM documents AS item
      LEFT JOIN allocations AS used ON used.organization_id = item.organization_id AND used.document_id = item.id
      WHERE item.organization_id = $1 AND item.state = 'posted' AND item.kind = ANY ($3) GROUP BY item.organization_id, item.id`,
      [side.openKinds],
    )
    const between = (low: number, high: number) =>
      sumOf(
        items.filter(({ late }) => late >= low && late <= high),
        ({ left }) => cents(left),
      )
    const [ages, overdue, count] =
      side.name === 'sales'
        ? [home.receivable_by_age, home.receivable_overdue, home.attention.overdue_invoices]
        : [home.payable_by_age, home.payable_overdue, home.attention.overdue_bills]
    expect(ages.map(({ bucket, amount }) => [bucket, cents(amount)])).toEqual([
      ['not_due', between(Number.NEGATIVE_INFINITY, 0)],
      ...[1, 31, 61].map((from) => [`days_${from + 29}`, between(from, from + 29)]),
      ['older', between(91, Number.POSITIVE_INFINITY)],
    ])
    expect(cents(overdue)).toBe(between(1, Number.POSITIVE_INFINITY))
    const late = items.filter((item) => item.kind === side.document && item.late > 0 && Number(item.owed) > 0)
    expect(count).toBe(late.length)
  }
}

async function checkBest(home: Home, ask: Query) {
  const bestBy = async (column: string) => {
    const rows = await ask<{ id: string; amount: string }>(
      `SELECT ${column} AS id, sum(CASE sold.kind WHEN 'credit_note' THEN -line.net_base ELSE line.net_base END)::text AS amount
      FROM documents AS sold
      JOIN document_lines AS line ON line.organization_id = sold.organization_id AND line.document_id = sold.id
      LEFT JOIN documents AS noted ON noted.organization_id = sold.organization_id AND noted.id = sold.reference_id
      WHERE sold.organization_id = $1 AND sold.state = 'posted' AND sold.kind IN ('invoice', 'debit_note', 'credit_note')
        AND sold.document_date BETWEEN date_trunc('year', $2::date) AND $2 AND noted.kind IS DISTINCT FROM 'advance_invoice'
      GROUP BY 1`,
    )
    return rows
      .map(({ id, amount }) => ({ id: Number(id), amount: cents(amount) }))
      .filter(({ amount }) => amount > 0)
      .sort((a, b) => b.amount - a.amount || a.id - b.id)
      .slice(0, 5)
  }
  const told = (best: Home['best_customers']) => best.map(({ id, amount }) => ({ id, amount: cents(amount) }))
  expect(told(home.best_customers)).toEqual(await bestBy('sold.party_id'))
  expect(told(home.best_products)).toEqual(await bestBy('line.product_id'))
  const [charged] = await ask<{ amount: string }>(
    `SELECT coalesce(sum(total_base), 0)::text AS amount FROM documents
    WHERE organization_id = $1 AND state = 'posted' AND kind IN ('invoice', 'debit_note') AND document_date BETWEEN $3 AND $2`,
    [addDays(today(), -89)],
  )
  const sold = cents(charged?.amount ?? 0)
  expect(home.days_sales_outstanding).toBe(sold === 0 ? null : Math.round((cents(home.receivable) * 90) / sold))
}
