import { describe, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// What is retained in a foreign currency: issued at one rate, revalued at the end of a month, released and paid at others.

const app = await createTestApp()
const eur = 3
const year = today().slice(0, 4)
const [issued, monthEnd, nextDay, released, paid] = [
  `${year}-01-10`,
  `${year}-01-31`,
  `${year}-02-01`,
  `${year}-02-10`,
  `${year}-02-20`,
]
const roles = ['AR', 'RETENTION_REC', 'AR_FXADJ', 'AP', 'RETENTION_PAY', 'AP_FXADJ'] as const

/** The balance of each account at the end of a day, debit less credit: in base currency, and in euros. */
const balances = (owner: Organization, day: string) =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT account.role, sum(line.debit - line.credit) AS base, coalesce(sum(line.amount_currency) FILTER (WHERE line.currency_id = $3), 0) AS euros
       FROM journal_lines AS line JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
       WHERE line.organization_id = $1 AND line.entry_date <= $2::date AND account.role = ANY ($4::text[]) GROUP BY 1`,
      [owner.token?.split('.')[0], day, eur, roles],
    )
    return Object.fromEntries(rows.map(({ role, base, euros }) => [role, [Number(base), Number(euros)]]))
  })

async function abroad() {
  const owner = await createOrganization(app)
  const { post } = callsOf(owner)
  const rate = async (value: string, valid_on: string) =>
    expectOk(await owner.post(`/currencies/${eur}/rate`, { rate: value, valid_on }))
  await rate('4.10', issued)
  await rate('4.25', monthEnd)
  await rate('4.00', released)
  await rate('4.30', paid)
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 1_000, tax_rate: 0 }]
  const head = { currency_id: eur, tax_id: owner.ids.zeroTax, items, due_date: issued }
  // A third of a whole leaves a rest in base currency that the last release takes.
  const terms = { retention_percent: '33.33', retention_basis: 'gross' }
  const invoice = await post('/invoices', invoiceBody(owner, { ...head, ...terms, invoice_date: issued }))
  const bill = await post('/bills', billBody(owner, { ...head, ...terms, bill_date: issued }))
  return { owner, post, invoice: invoice.id as number, bill: bill.id as number }
}

describe('a retention in euros', () => {
  test('is carried at the rate of its document, revalued with what is open, and leaves nothing when all is released and paid', async () => {
    const { owner, post, invoice, bill } = await abroad()
    const { get } = callsOf(owner)
    const kept = 333.3
    const keptBase = 1_366.53
    const held = {
      AR: [2_733.47, 666.7],
      RETENTION_REC: [keptBase, kept],
      AP: [-2_733.47, -666.7],
      RETENTION_PAY: [-keptBase, -kept],
    }
    expect(await balances(owner, issued)).toEqual(held)
    expectOk(await owner.post('/accounting/fx-revaluations', { date: monthEnd }))
    // 1,000 euros at 4.25 and not at 4.10: what is retained is revalued with the rest.
    expect(await balances(owner, monthEnd)).toEqual({ ...held, AR_FXADJ: [150, 0], AP_FXADJ: [-150, 0] })
    expect(await balances(owner, nextDay)).toEqual({ ...held, AR_FXADJ: [0, 0], AP_FXADJ: [0, 0] })
    const release = (side: string, id: number, amount: string, date = released) =>
      post(`/${side}/${id}/retention-releases`, { date, amount })
    for (const [side, id] of [
      ['invoices', invoice],
      ['bills', bill],
    ] as const) {
      await release(side, id, '100.01')
      const calendar = await get(`/reports/retention-calendar?to=${released}`)
      expect(calendar.difference ?? 0).toBe(0)
    }
    expect(await balances(owner, released)).toMatchObject({
      AR: [3_143.51, 766.71],
      RETENTION_REC: [956.49, 233.29],
      AP: [-3_143.51, -766.71],
      RETENTION_PAY: [-956.49, -233.29],
    })
    for (const [side, id] of [
      ['invoices', invoice],
      ['bills', bill],
    ] as const)
      await release(side, id, '233.29', paid)
    for (const [kind, id] of [
      ['income', invoice],
      ['expense', bill],
    ] as const) {
      const party = kind === 'income' ? {} : { customer_id: undefined, supplier_id: owner.ids.supplier }
      const body = {
        currency_id: eur,
        payment_date: paid,
        amount: 1_000,
        references: [{ reference_id: id, amount: 1_000 }],
        ...party,
      }
      expectOk(await owner.post(`/accounting/${kind}-payments`, paymentBody(owner, body)))
    }
    const nothing = Object.fromEntries(roles.map((role) => [role, [0, 0]]))
    expect(await balances(owner, paid)).toEqual(nothing)
    expect(await get(`/invoices/${invoice}`)).toMatchObject({ status: 'paid', retained: 0, remaining_amount: 0 })
    // A past day shows what was so then.
    expect(await balances(owner, issued)).toEqual(held)
  })

  test('is its own column in the ageing of its currency and of the books, on each day', async () => {
    const { owner, post, invoice, bill } = await abroad()
    const { get } = callsOf(owner)
    const retainedOf = async (report: string, filters: string) => {
      const { rows, columns, difference } = await get(`/reports/${report}?${filters}`)
      expect(difference ?? 0).toBe(0)
      const shown = columns.some(({ key }: { key: string }) => key === 'retained')
      return rows.map(({ figures }: { figures: Record<string, number> }) => [
        shown,
        figures.total,
        figures.retained ?? 0,
      ])
    }
    for (const report of ['aged-receivables', 'aged-payables']) {
      expect(await retainedOf(report, `to=${issued}`)).toEqual([
        [true, 2_733.47, 1_366.53],
        [true, 2_733.47, 1_366.53],
      ])
      expect(await retainedOf(report, `to=${issued}&currency_id=${eur}`)).toEqual([
        [true, 666.7, 333.3],
        [true, 666.7, 333.3],
      ])
    }
    await post(`/invoices/${invoice}/retention-releases`, { date: released, amount: 333.3 })
    await post(`/bills/${bill}/retention-releases`, { date: released, amount: 333.3 })
    for (const report of ['aged-receivables', 'aged-payables']) {
      expect(await retainedOf(report, `to=${released}`)).toEqual([
        [false, 4_100, 0],
        [false, 4_100, 0],
      ])
      expect(await retainedOf(report, `to=${nextDay}`)).toEqual([
        [true, 2_733.47, 1_366.53],
        [true, 2_733.47, 1_366.53],
      ])
    }
  })
})

test('a party who only keeps something is listed, and nothing of it is overdue', async () => {
  const owner = await createOrganization(app)
  const { post, get } = callsOf(owner)
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 15 }]
  const old = `${year}-01-05`
  const head = { items, invoice_date: old, due_date: old, retention_percent: 10, retention_basis: 'net' }
  const { id } = await post('/invoices', invoiceBody(owner, head))
  const references = [{ reference_id: id, amount: 105 }]
  await post('/accounting/income-payments', paymentBody(owner, { payment_date: old, amount: 105, references }))
  const { rows } = await get('/reports/aged-receivables')
  expect(rows[0]).toMatchObject({ key: `party:${owner.ids.customer}`, figures: { total: 0, not_due: 0, retained: 10 } })
  const { rows: files } = { rows: await owner.get('/reports/aged-receivables/export?format=csv') }
  expect(files.status).toBe(200)
})

describe('what is retained is neither set off nor written off', () => {
  test('each is refused above what is due now, on its field, with the way out', async () => {
    const owner = await createOrganization(app)
    const { post, get } = callsOf(owner)
    const items = [{ product_id: owner.ids.service, quantity: 1, price: 1_000, tax_rate: 15 }]
    const terms = { retention_percent: 10, retention_basis: 'net' }
    const { id } = await post('/invoices', invoiceBody(owner, { items, ...terms }))
    const bill = await post('/bills', billBody(owner, { items, ...terms }))
    const setOff = (amount: number, ids = [id, bill.id]) => ({
      set_off_date: today(),
      customer_id: owner.ids.customer,
      supplier_id: owner.ids.supplier,
      branch_id: owner.ids.branch,
      currency_id: 1,
      receivables: [{ reference_id: ids[0], amount }],
      payables: [{ reference_id: ids[1], amount }],
    })
    const whole = await post('/bills', billBody(owner, { items }))
    const refusedOf = async (field: string, ids?: number[]) => {
      const { status, body } = await owner.post('/accounting/set-offs', setOff(1_100, ids))
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
      expect(body.errors[field]).toContain('100 of it is kept as retention and is not due: release it first')
    }
    await refusedOf('payables.0.amount')
    await refusedOf('receivables.0.amount', [id, whole.id])
    const written = (amount: number) =>
      owner.post(`/invoices/${id}/write-off`, { write_off_date: today(), amount, reason: 'إفلاس' })
    const above = await written(1_100)
    expect([above.status, Object.keys(above.body.errors)]).toEqual([422, ['amount']])
    expect(above.body.errors.amount).toContain('100 of it is kept')
    await post('/accounting/set-offs', setOff(1_000))
    expectOk(await written(50))
    expect(await get(`/invoices/${id}`)).toMatchObject({ remaining_amount: 0, retained: 100 })
    // Nothing is due: what is retained is named even so.
    expect((await written(1)).body.errors.amount).toContain('100 of it is kept')
    await post(`/invoices/${id}/retention-releases`, { date: today(), amount: 100 })
    expectOk(await written(100))
    expect(await get(`/invoices/${id}`)).toMatchObject({ remaining_amount: 0, retained: 0 })
  })
})
