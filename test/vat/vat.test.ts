import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, invoiceBody, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { createSmallCompany, invoice, journal, type SmallCompany } from '../harness/small-company.ts'

// The company of the statements: 1,000 sold in December; 2,000 sold in January, 500 bought in February, all at 15 %.

let app: TestApp
let owner: SmallCompany
const year = Number(today().slice(0, 4))
const december = Number(`${year - 1}1231`)
const march = Number(`${year}0331`)
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSmallCompany(app, year)
})
const show = async (path: string): Promise<Sheet> => expectOk(await owner.get(`/reports/${path}`)).body.data
const box = (sheet: Sheet, number: number | string) => {
  const row = sheet.rows.find((one) => one.key === `box:${number}`)
  return [row?.figures.box_amount, row?.figures.adjustment, row?.figures.vat]
}
const quarter = `from=${year}-01-01&to=${year}-03-31`
const file = (id: number) => owner.post(`/vat-periods/${id}/file`)

test('the return of a quarter, and its reconciliation with the books', async () => {
  const sheet = await show(`vat-return?${quarter}`)
  expect(box(sheet, 1)).toEqual([2000, 0, 300])
  expect(box(sheet, 6)).toEqual([2000, 0, 300])
  expect(box(sheet, 7)).toEqual([500, 0, 75])
  expect(box(sheet, 12)).toEqual([500, 0, 75])
  for (const [number, vat] of [
    [13, 225],
    [14, 0],
    [15, 0],
    [16, 225],
  ] as const)
    expect(box(sheet, number)).toEqual([null, null, vat])
  expect(sheet.rows.find((row) => row.key === 'vat_in_books')?.figures.vat).toBe(225)
  expect(sheet.difference).toBe(0)
})

test('a box opens documents that sum to it', async () => {
  const sheet = await show(`vat-return?${quarter}`)
  for (const row of sheet.rows.filter(({ link }) => link?.to === 'vat_details')) {
    const query = new URLSearchParams(row.link?.query as Record<string, string>)
    const details = await show(`vat-details?${quarter}&${query}`)
    const total = details.rows.at(-1)?.figures ?? { box_amount: 0, adjustment: 0, vat: 0 }
    expect([total.box_amount ?? 0, total.adjustment ?? 0, total.vat], row.key).toEqual([
      row.figures.box_amount ?? 0,
      row.figures.adjustment ?? 0,
      row.figures.vat ?? 0,
    ])
  }
})

test('returns are filed in their order, each when its days are over', async () => {
  const early = await file(march)
  expect(early.status).toBe(422)
  expect(early.body.errors.period).toContain(`${year - 1}-12-31`)
  const running = expectOk(await owner.get('/vat-periods')).body.data.periods[0]
  expect(running.status).toBe('running')
  expect((await file(running.id)).status).toBe(422)
  expect((await file(20_000_101)).status).toBe(404)
})

test('the list shows the net of each return before it is filed', async () => {
  const { periods } = expectOk(await owner.get('/vat-periods')).body.data
  const nets = Object.fromEntries(periods.map((one: { id: number; net: number }) => [one.id, one.net]))
  expect([nets[december], nets[march], nets[Number(`${year}0630`)]]).toEqual([150, 225, 0])
})

test('filing freezes the figures, settles the accounts and locks what carries tax', async () => {
  const filed = expectOk(await file(december)).body.data.periods.find((one: { id: number }) => one.id === december)
  expect(filed).toMatchObject({ status: 'filed', net: 150, settlement: { entry_date: `${year - 1}-12-31` } })
  const settled = await show(`journal?from=${year - 1}-12-31&to=${year - 1}-12-31&kind=vat_settlement`)
  expect(settled.rows[0]?.texts.entry_number).toBe(String(filed.settlement.entry_number))
  const day = `${year - 1}-12-28`
  const late = await owner.post('/invoices', invoiceBody(owner, { invoice_date: day, due_date: day }))
  expect(late.status).toBe(422)
  expect(late.body.errors).toHaveProperty('invoice_date')
  // Documents without tax do not concern the authority.
  await journal(owner, day, '520401', '120203', 5)
  expect((await file(december)).status).toBe(422)
  const trial = await show(`trial-balance?from=${year - 1}-01-01&to=${year - 1}-12-31`)
  const closing = (number: string) => trial.rows.find((row) => row.texts.number === number)?.figures
  expect(closing('210301')).toMatchObject({ closing_debit: 0, closing_credit: 0 })
  expect(closing('210303')).toMatchObject({ closing_credit: 150 })
  // It is due until its payment is in the books, which is reversed at once: later tests rely on the 150.
  const isOwed = async () => {
    const { periods } = expectOk(await owner.get('/vat-periods')).body.data
    return periods.filter((one: { is_owed: boolean }) => one.is_owed).map((one: { id: number }) => one.id)
  }
  expect(filed.is_owed).toBe(true)
  const { id: account, number } = expectOk(await owner.get('/vat-periods')).body.data.settlement_account
  expect([account, number]).toEqual([owner.accountIds.get('210303'), '210303'])
  await journal(owner, today(), '210303', '110103', 149)
  expect(await isOwed()).toEqual([december])
  await journal(owner, today(), '210303', '110103', 1)
  expect(await isOwed()).toEqual([])
  await journal(owner, today(), '110103', '210303', 150)
  expect(await isOwed()).toEqual([december])
  // The filed period still agrees with its books, settlement aside.
  const sheet = await show(`vat-return?from=${year - 1}-10-01&to=${year - 1}-12-31`)
  expect([box(sheet, 16)[2], sheet.difference]).toEqual([150, 0])
})

test('a correction of an earlier return is in box 14, within its limit', async () => {
  const body = {
    adjustment_date: `${year}-03-10`,
    direction: 'decrease',
    branch_id: owner.ids.branch,
    account_id: owner.accountIds.get('520213'),
    reason: 'ضريبة فاتورة لم تسجل',
  }
  expect((await owner.post('/vat-adjustments', { ...body, amount: '5000.01' })).body.errors).toHaveProperty('amount')
  expectOk(await owner.post('/vat-adjustments', { ...body, amount: '4999' }))
  expect((await owner.post('/vat-adjustments', { ...body, amount: '1.01' })).status).toBe(422)
  const { adjustments } = expectOk(await owner.get('/vat-periods')).body.data
  expectOk(await owner.post(`/vat-adjustments/${adjustments[0].id}/void`))
  expect((await owner.post(`/vat-adjustments/${adjustments[0].id}/void`)).status).toBe(422)
  expectOk(await owner.post('/vat-adjustments', { ...body, amount: '300' }))
  const sheet = await show(`vat-return?${quarter}`)
  expect([13, 14, 16].map((number) => box(sheet, number)[2])).toEqual([225, -300, -75])
  expect(sheet.difference).toBe(0)
  // Its documents end with what it comes to, or their totals would not explain the net.
  const ends = (await show(`vat-details?${quarter}`)).rows.filter(({ style }) => style !== 'line')
  expect(ends.map(({ figures }) => figures.vat).slice(-2)).toEqual([-300, -75])
  const control = { ...body, amount: '1', account_id: owner.accountIds.get('110201') }
  expect((await owner.post('/vat-adjustments', control)).body.errors).toHaveProperty('account_id')
})

test('the limit of corrections applies after a reversal, and after a change from months to quarters', async () => {
  const other = await createSmallCompany(app, year)
  const adjust = async (date: string, direction: string, amount: string): Promise<number> => {
    const body = {
      adjustment_date: `${year}-${date}`,
      direction,
      amount,
      branch_id: other.ids.branch,
      account_id: other.accountIds.get('520213'),
      reason: 'ضريبة سابقة',
    }
    const { adjustments } = expectOk(await other.post('/vat-adjustments', body)).body.data
    return Math.max(...adjustments.map(({ id }: { id: number }) => id))
  }
  const takeBack = (id: number) => other.post(`/vat-adjustments/${id}/void`)
  const frequency = async (name: string) => expectOk(await other.post('/vat-periods/frequency', { frequency: name }))
  await adjust('03-10', 'increase', '5000')
  const less = await adjust('03-10', 'decrease', '4000')
  const more = await adjust('03-10', 'increase', '3000')
  expect((await takeBack(less)).body.errors).toHaveProperty('amount')
  expectOk(await takeBack(more))
  expectOk(await takeBack(less))
  await frequency('monthly')
  const february = await adjust('02-10', 'increase', '0.01')
  await frequency('quarterly')
  expectOk(await other.post(`/vat-periods/${december}/file`))
  expect((await other.post(`/vat-periods/${march}/file`)).body.errors).toHaveProperty('period')
  expectOk(await takeBack(february))
  expectOk(await other.post(`/vat-periods/${march}/file`))
})

test('a correction may be of a day before anything was taxed', async () => {
  const other = await createSmallCompany(app, year)
  const body = {
    adjustment_date: `${year - 1}-02-10`,
    direction: 'increase',
    branch_id: other.ids.branch,
    amount: '20',
    account_id: other.accountIds.get('520213'),
    reason: 'ضريبة سابقة',
  }
  expectOk(await other.post('/vat-adjustments', body))
  const sheet = expectOk(await other.get(`/reports/vat-return?from=${year - 1}-01-01&to=${year - 1}-03-31`)).body.data
  expect(box(sheet, 16)[2]).toBe(20)
  const tomorrow = { ...body, adjustment_date: `${year + 2}-01-01` }
  expect((await other.post('/vat-adjustments', tomorrow)).body.errors).toHaveProperty('adjustment_date')
})

test('a credit is carried into the next return', async () => {
  const ahead = expectOk(await owner.get('/vat-periods')).body.data.periods as { id: number; net: number }[]
  expect(ahead.filter(({ id }) => id === march || id === Number(`${year}0630`)).map(({ net }) => net)).toEqual([
    -75, -75,
  ])
  const broughtInto = async (id: number) =>
    (expectOk(await owner.get('/vat-periods')).body.data.periods as { id: number; brought: number | null }[]).find(
      (period) => period.id === id,
    )?.brought
  expect([await broughtInto(march), await broughtInto(Number(`${year}0630`))]).toEqual([null, 75])
  // Box 15 is the credit of the last return filed; what an unfiled one would leave is said below.
  const second = `vat-return?from=${year}-04-01&to=${year}-06-30`
  const before = await show(second)
  expect(box(before, 15)[2]).toBe(0)
  expect(before.notes).toEqual([{ word: 'notes.returns_waiting', params: { count: 1, amount: '75.00' } }])
  expectOk(await file(march))
  expect((await show(second)).notes).toEqual([])
  const said = (await show(`vat-return?${quarter}`)).notes.map(({ word }) => word)
  expect(said).toEqual(['notes.return_filed', 'notes.return_not_sent'])
  await invoice(owner, `${year}-05-05`, 1000)
  const sheet = await show(second)
  expect([13, 14, 15, 16].map((number) => box(sheet, number)[2])).toEqual([150, 0, 75, 75])
})

test('a credit that is claimed back is not carried, until the next return is filed', async () => {
  const use = (id: number, credit: string) => owner.post(`/vat-periods/${id}/credit`, { credit })
  const second = `from=${year}-04-01&to=${year}-06-30`
  const boxes = async () => {
    const sheet = await show(`vat-return?${second}`)
    const opened = sheet.rows.find(({ key }) => key === 'box:16')?.link?.query as Record<string, string>
    const details = await show(`vat-details?${second}&${new URLSearchParams(opened)}`)
    const { periods } = expectOk(await owner.get('/vat-periods')).body.data
    const listed = periods.find(({ id }: { id: number }) => id === Number(`${year}0630`))
    return [box(sheet, 15)[2], box(sheet, 16)[2], details.rows.at(-1)?.figures.vat, listed.net]
  }
  expect(await boxes()).toEqual([75, 75, 75, 75])
  const { data } = expectOk(await use(march, 'claimed')).body
  const uses = data.periods.map(({ credit }: { credit: string | null }) => credit)
  expect(uses.filter((credit: string | null) => credit !== null)).toEqual(['claimed'])
  expect(await boxes()).toEqual([0, 150, 150, 150])
  expectOk(await use(march, 'carried'))
  expect(await boxes()).toEqual([75, 75, 75, 75])
  const unclaimed = new Date().toISOString()
  // If several pages offer the credit, one claims it and the others are refused. Carrying a carried credit is refused too.
  expect((await use(march, 'carried')).body.errors.period).toContain('carried into the next return already')
  const replies = await Promise.all([1, 2, 3].map(() => use(march, 'claimed')))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const claimed = await owner.ask('POST', `/vat-periods/${march}/credit`, {
    body: { credit: 'claimed' },
    language: 'ar',
  })
  expect([claimed.status, claimed.headers.refusal, claimed.body.errors]).toEqual([
    422,
    'vat_credit_claimed',
    { period: 'سبق طلب استرداد رصيد هذه الفترة، ولم يتغير شيء' },
  ])
  // Earlier as-recorded figures are unchanged.
  const then = await show(`vat-return?${second}&as_known_at=${unclaimed}`)
  expect([15, 16].map((number) => box(then, number)[2])).toEqual([75, 75])
  expect((await use(december, 'claimed')).body.errors.period).toContain('leaves a credit')
  expect((await use(Number(`${year}0630`), 'claimed')).body.errors.period).toContain('leaves a credit')
  expect((await use(march, 'spent')).body.errors).toHaveProperty('credit')
  const other = await createSmallCompany(app, year)
  expect((await other.post(`/vat-periods/${march}/credit`, { credit: 'claimed' })).status).toBe(422)
})

test('T11: filing against invoices of the period: in the figures, or refused', async () => {
  const june = Number(`${year}0630`)
  const day = `${year}-06-15`
  const body = () => invoiceBody(owner, { invoice_date: day, due_date: day })
  const replies = await Promise.all([
    ...Array.from({ length: 8 }, () => owner.post('/invoices', body())),
    file(june),
    ...Array.from({ length: 8 }, () => owner.post('/invoices', body())),
  ])
  const confirmed = replies.filter((reply, index) => index !== 8 && reply.status === 200).length
  expect(replies.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
  expect(replies[8]?.status).toBe(200)
  const { rows } = await withSuperuser(app, (client) =>
    client.query("SELECT figures->>'due' AS due FROM vat_periods WHERE organization_id = $1 AND id = $2", [
      owner.token?.split('.')[0],
      june,
    ]),
  )
  expect(Number(rows[0].due)).toBe(150 + 150 * confirmed)
  expect((await owner.post('/invoices', body())).status).toBe(422)
  // The filed figures do not change: the credit of March was claimed, and is not carried any more.
  const late = await owner.post(`/vat-periods/${march}/credit`, { credit: 'carried' })
  expect(late.body.errors.period).toContain('next return is filed')
})

test('a claimed credit that was not received yet does not pay the next return', async () => {
  const other = await createSmallCompany(app, year)
  const june = Number(`${year}0630`)
  const adjustment = {
    adjustment_date: `${year}-03-10`,
    direction: 'decrease',
    amount: '300',
    branch_id: other.ids.branch,
    account_id: other.accountIds.get('520213'),
    reason: 'ضريبة سابقة',
  }
  expectOk(await other.post('/vat-adjustments', adjustment))
  const day = `${year}-06-15`
  expectOk(await other.post('/invoices', invoiceBody(other, { invoice_date: day, due_date: day })))
  const fileOther = async (id: number) => expectOk(await other.post(`/vat-periods/${id}/file`))
  await fileOther(december)
  await fileOther(march)
  expectOk(await other.post(`/vat-periods/${march}/credit`, { credit: 'claimed' }))
  await fileOther(june)
  const owed = async () => {
    const { periods } = expectOk(await other.get('/vat-periods')).body.data
    return periods.filter((one: { is_owed: boolean }) => one.is_owed).map((one: { id: number }) => one.id)
  }
  const pay = (amount: number) => journal(other, today(), '210303', '110103', amount)
  const receive = (amount: number) => journal(other, today(), '110103', '210303', amount)
  expect(await owed()).toEqual([june, december])
  await pay(150)
  await pay(100)
  // 50 of June's 150 are still to be paid; the 75 of March that are on their way do not pay them.
  expect(await owed()).toEqual([june])
  await receive(40)
  expect(await owed()).toEqual([june])
  // A credit entered by mistake and voided was not received.
  const wrong = await journal(other, today(), '110103', '210303', 35)
  expectOk(await other.post(`/accounting/journal-entries/${wrong}/reverse`, { date: today(), reason: 'x' }))
  expect(await owed()).toEqual([june])
  await pay(50)
  expect(await owed()).toEqual([])
  await receive(35)
  expect(await owed()).toEqual([])
})

test('a change to monthly filing applies from the current period', async () => {
  const { data } = expectOk(await owner.post('/vat-periods/frequency', { frequency: 'monthly' })).body
  const open = data.periods.filter((one: { status: string }) => one.status !== 'filed').at(-1)
  expect(open).toMatchObject({ from: `${year}-07-01`, to: `${year}-07-31` })
})

test('the journal shows every entry once, balanced and without a gap', async () => {
  let next: string | null = ''
  const entries: string[] = []
  let last: Sheet | undefined
  while (next !== null) {
    last = await show(`journal?from=${year - 1}-01-01&to=${year}-12-31&after=${next}`)
    entries.push(...last.rows.filter((row) => row.style === 'group').map((row) => row.texts.entry_number as string))
    next = last.next
  }
  expect(entries.map(Number)).toEqual(Array.from({ length: entries.length }, (_, index) => index + 1))
  expect(last?.notes).toEqual([{ word: 'notes.no_gap', params: { highest: entries.length } }])
  expect(last?.difference).toBe(0)
  const settlements = await show(`journal?from=${year - 1}-01-01&to=${year}-12-31&kind=vat_settlement`)
  expect(settlements.rows.filter((row) => row.style === 'group')).toHaveLength(3)
})

test('a period runs until its last day is over', async () => {
  let now = '2028-03-31T09:00:00Z'
  const own = await createTestApp({ now: () => new Date(now) })
  const other = await createOrganization(own)
  const first = async () => {
    const { periods } = expectOk(await other.get('/vat-periods')).body.data
    return periods.find((period: { to: string }) => period.to === '2028-03-31').status
  }
  await other.post('/invoices', invoiceBody(other, { invoice_date: '2028-03-31', due_date: '2028-03-31' }))
  expect(await first()).toBe('running')
  // The first minute of April in Riyadh.
  now = '2028-03-31T21:00:00Z'
  expect(await first()).toBe('open')
})
