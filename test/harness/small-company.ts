import type { TestApp } from './api.ts'
import { billBody } from './bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, type Organization, paymentBody } from './organization.ts'

export type SmallCompany = Organization & { year: number; lastYearId: number; accountIds: Map<string, number> }

/**
 * A company small enough to compute manually: the end of one year and the first quarter of the next. The expected
 * figures are next to each assertion.
 */
export async function createSmallCompany(app: TestApp, year: number): Promise<SmallCompany> {
  const owner = await createOrganization(app)
  const last = `${year - 1}`
  const lastYearId = await idOf(
    owner.post('/accounting/financial-years', {
      name: last,
      type: 'yearly',
      started_at: `${last}-01-01`,
      ended_at: `${last}-12-31`,
    }),
  )
  expectOk(await owner.post(`/accounting/financial-years/${lastYearId}/change-status`, { status: 'open' }))
  const chart = expectOk(await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  const accountIds = new Map(chart.map((account) => [account.number, account.id]))
  const company = { ...owner, year, lastYearId, accountIds }
  const day = (text: string) => `${year}-${text}`
  await journal(company, `${last}-12-10`, '110103', '310101', 50_000)
  const old = await invoice(company, `${last}-12-15`, 1000)
  await journal(company, `${last}-12-20`, '520201', '110103', 400)
  await invoice(company, day('01-10'), 2000)
  const receipt = { payment_date: day('01-20'), amount: 1150, references: [{ reference_id: old, amount: 1150 }] }
  expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, receipt)))
  const bill = await idOf(
    owner.post(
      '/bills',
      billBody(owner, {
        bill_date: day('02-05'),
        due_date: day('02-05'),
        items: [{ product_id: owner.ids.service, quantity: 1, price: 500, tax_rate: 15 }],
      }),
    ),
  )
  await journal(company, day('02-10'), '120104', '110103', 3000)
  await journal(company, day('02-28'), '520401', '120203', 250)
  await journal(company, day('03-05'), '110103', '220101', 10_000)
  const [center] = expectOk(await owner.get('/accounting/cost-centers/list')).body.data
  await journal(company, day('03-10'), '520301', '110103', 300, center.id)
  await journal(company, day('03-15'), '530101', '110103', 120)
  await journal(company, day('03-20'), '530105', '210405', 100)
  await journal(company, day('03-25'), '110103', '420101', 80)
  const { customer_id: _, ...paid } = paymentBody(owner, {
    payment_date: day('03-31'),
    amount: 575,
    references: [{ reference_id: bill, amount: 575 }],
  })
  expectOk(await owner.post('/accounting/expense-payments', { ...paid, supplier_id: owner.ids.supplier }))
  return company
}

export const invoice = (owner: SmallCompany, date: string, price: number): Promise<number> =>
  idOf(
    owner.post(
      '/invoices',
      invoiceBody(owner, {
        invoice_date: date,
        due_date: date,
        items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }],
      }),
    ),
  )

export async function journal(
  { accountIds, ids, post }: SmallCompany,
  date: string,
  debit: string,
  credit: string,
  amount: number,
  cost_center_id?: number,
): Promise<number> {
  const reply = expectOk(
    await post('/accounting/journal-entries', {
      journal_number: `J-${crypto.randomUUID().slice(0, 8)}`,
      journal_date: date,
      currency_id: 1,
      branch_id: ids.branch,
      lines: [
        { account_id: accountIds.get(debit), debit: amount, credit: 0, cost_center_id },
        { account_id: accountIds.get(credit), debit: 0, credit: amount },
      ],
    }),
  )
  return reply.body.data.id
}
