import type { Reply } from '../api.ts'
import { billBody, bodies, journalBody } from '../bodies.ts'
import { type Organization, paymentBody, today } from '../organization.ts'
import type { HistoryWorld } from './history-documents.ts'

type Operation = [weight: number, ask: () => Promise<Reply>]
type Tax = { id: number; rate: number; charged_rate: number }
type Row = { id: number }

/** Changes around the business: locks, years under review, masters, dated rates, openings entered late. */
export function aroundTheBooks(world: HistoryWorld): Operation[] {
  const { owner, draw, day, goods, known, record, invoice } = world
  const anyOf = (list: readonly number[]) => draw.one([...list, 1])
  const account = async (number: string) => (await accountsOf(owner)).get(number) as number
  const price = () => draw.one(['33.30', '0.335', '12.345678', '1234.56'])
  const quantity = () => draw.one(['1', '2', '0.335', '7.5'])

  /** Locks that are set, moved and lifted again; most times they are lifted. */
  const lock = () => {
    const through = () => draw.one(['', '', '', day()])
    return owner.post('/accounting/period-locks', { all: through(), sales: through(), purchases: through() })
  }
  const review = async () => {
    const years = (await owner.get('/accounting/financial-years')).body.data as Row[]
    const status = draw.one(['under_review', 'open', 'open'])
    return owner.post(`/accounting/financial-years/${draw.one(years).id}/change-status`, { status, reason: 'x' })
  }
  /** The accounts of later sales and purchases, of one product or a category. */
  const accounts = async () => ({
    income_account_id: draw.one(['', await account('410101'), await account('410102')]),
    expense_account_id: draw.one(['', await account('510103'), await account('110403'), await account('520205')]),
  })
  const changeProduct = async () => {
    const id = draw.one([...goods, owner.ids.service])
    const { data } = (await owner.get(`/products/${id}`)).body
    const type = draw.whole(4) === 0 ? { product_type_id: draw.one([1, 2]) } : {}
    const kept = { quantity: data.quantity ?? '', unlimited_quantity: data.unlimited_quantity }
    const one = { ...(await bodies.products(owner)), product_type_id: data.product_type_id, ...kept }
    return owner.post(`/products/${id}`, { ...one, ...type, ...(await accounts()) })
  }
  const changeCategory = async () =>
    owner.post(`/product-categories/${owner.ids.category}`, { name: 'تصنيف', status: 'active', ...(await accounts()) })
  /** The classification of a zero rate in the return from now on. */
  const changeTax = async () => {
    const taxes = (await owner.get('/taxes/list')).body.data as Tax[]
    const { id } = draw.one(taxes.filter(({ rate }) => rate === 0))
    const treatment = draw.one(['zero_rated', 'exports', 'exempt', 'out_of_scope', ''])
    return owner.post(`/taxes/${id}`, { name: 'ضريبة', rate: '0', treatment, status: 'active' })
  }
  const rateOfADay = async () => {
    const currency = draw.one([3, 9, 13])
    if (draw.whole(3) > 0) {
      const rate = { 3: ['4', '4.35'], 9: ['12.3', '11.9'], 13: ['0.025', '0.0262'] }[currency] as string[]
      return owner.post(`/currencies/${currency}/rate`, { rate: draw.one(rate), valid_on: day() })
    }
    const days = (await owner.get(`/currencies/${currency}/rates`)).body.data as { valid_on: string }[]
    return owner.remove(`/currencies/${currency}/rates/${draw.one(days)?.valid_on ?? today()}`)
  }
  const taxed = async (side: 'sales' | 'purchases') => {
    const tax = draw.one((await owner.get(`/taxes/list?side=${side}`)).body.data as Tax[])
    const items = Array.from({ length: 1 + draw.whole(3) }, () => ({
      product_id: draw.one([...goods, owner.ids.service]),
      quantity: quantity(),
      price: price(),
      tax_rate: tax.charged_rate,
    }))
    return { tax_id: tax.id, currency_id: draw.one([1, 1, 3, 9, 13]), items }
  }
  const taxedBill = async () => {
    const date = day()
    return record(
      known.bills,
      owner.post('/bills', billBody(owner, { bill_date: date, due_date: date, ...(await taxed('purchases')) })),
    )
  }
  const drafts = async (path: string) =>
    ((await owner.get(`${path}?status=draft&per_page=20`)).body.data as Row[]).map(({ id }) => id)
  const confirm = async () => owner.post(`/invoices/${anyOf(await drafts('/invoices'))}/confirm`, {})
  const postDraft = async () => {
    const path = '/accounting/journal-entries'
    return owner.post(`${path}/${anyOf(await drafts(path))}/post`, {})
  }
  /** A manual entry, new or corrected: with foreign currency, a payable, or cost centers. */
  const entry = async () => {
    const amount = draw.one(['10', '33.33', '100'])
    const of = draw.one(['expense', 'owed', 'foreign'] as const)
    const second = {
      expense: { account_id: await account('210403') },
      owed: { account_id: await account('210101'), supplier_id: owner.ids.supplier },
      foreign: { account_id: draw.one([await account('310102'), await account('110102')]) },
    }[of]
    const centers = (await owner.get('/accounting/cost-centers/list')).body.data as Row[]
    const lines = [
      { account_id: await account('520205'), debit: amount, cost_center_id: draw.one([{ id: '' }, ...centers]).id },
      { ...second, credit: amount },
    ]
    const currency_id = of === 'expense' ? 1 : draw.one([1, 3, 9])
    const body = { ...(await journalBody(owner)), journal_date: day(), currency_id, lines }
    if (draw.whole(3) > 0) return record(known.journal, owner.post('/accounting/journal-entries', body))
    return owner.post(`/accounting/journal-entries/${anyOf(known.journal)}`, body)
  }
  const openLate = () => saveOpening(world, account)
  const unclear = async () => {
    const { clearings } = (await owner.get('/accounting/opening')).body.data as { clearings: Row[] }
    return owner.post(`/accounting/opening/clearings/${draw.one([...clearings, { id: 999_999 }]).id}/reverse`, {})
  }
  const voidTaxCorrection = async () => {
    const { adjustments } = (await owner.get('/vat-periods')).body.data as { adjustments: Row[] }
    return owner.post(`/vat-adjustments/${draw.one([...adjustments, { id: 999_999 }]).id}/void`, {})
  }
  const frequency = () => owner.post('/vat-periods/frequency', { frequency: draw.one(['monthly', 'quarterly']) })
  const revalue = () => {
    const rates = [
      { currency_id: 3, rate: draw.one(['3.95', '4.21']) },
      { currency_id: 9, rate: draw.one(['12', '12.4']) },
      { currency_id: 13, rate: draw.one(['0.0249', '0.0255']) },
    ]
    return owner.post('/accounting/fx-revaluations', { date: day(), rates: rates.slice(draw.whole(2)) })
  }
  /** Payments in dollars through a bank account in dollars. */
  const payInDollars = async () => {
    const kind = draw.one(['invoices', 'bills'] as const)
    const open = (await owner.get(`/${kind}/list`)).body.data as (Row & Record<string, number>)[]
    const of = draw.one(open.filter(({ currency_id }) => currency_id === 3).slice(0, 8))
    const amount = draw.one(['1', '17.25', String(of?.remaining_amount || 5)])
    const { customer_id, ...body } = paymentBody(owner, {
      payment_date: day(),
      currency_id: 3,
      amount,
      payment_method_id: await dollarMethod(owner),
      references: of ? [{ reference_id: of.id, amount: draw.one([amount, '0.10']) }] : [],
    })
    return kind === 'invoices'
      ? record(
          known.income,
          owner.post('/accounting/income-payments', { ...body, customer_id: of?.customer_id ?? customer_id }),
        )
      : record(
          known.expense,
          owner.post('/accounting/expense-payments', { ...body, supplier_id: of?.supplier_id ?? owner.ids.supplier }),
        )
  }
  return [
    [1, lock],
    [1, review],
    [2, changeProduct],
    [1, changeCategory],
    [1, changeTax],
    [2, rateOfADay],
    [5, async () => record(known.invoices, owner.post('/invoices', invoice(await taxed('sales'))))],
    [4, taxedBill],
    [2, confirm],
    [1, () => owner.post(`/invoices/${anyOf(known.invoices)}/issue`, {})],
    [1, postDraft],
    [4, entry],
    [2, openLate],
    [2, () => useSupplierCredit(world)],
    [1, unclear],
    [1, voidTaxCorrection],
    [1, frequency],
    [2, revalue],
    [4, payInDollars],
  ]
}

const numbers = new WeakMap<Organization, Map<string, number>>()
async function accountsOf(owner: Organization): Promise<Map<string, number>> {
  const known = numbers.get(owner)
  if (known) return known
  const list = (await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  const found = new Map(list.map(({ id, number }) => [number, id]))
  numbers.set(owner, found)
  return found
}

const dollars = new WeakMap<Organization, Promise<number>>()
function dollarMethod(owner: Organization): Promise<number> {
  const make = async () => {
    const parents = (await owner.get('/accounting/chart-of-accounts')).body.data as { children: Branch[] }[]
    const parent_id = find(parents as Branch[], '1101')
    const named = { number: '110199', name: 'بنك الدولار', name_en: 'Dollar bank' }
    const bank = await owner.post('/accounting/accounts', { ...named, type: 'sub', parent_id, status: 'active' })
    const method = { name: 'دولار', account_id: bank.body.data.id, status: 'active' }
    return (await owner.post('/payment-methods', method)).body.data.id as number
  }
  const known = dollars.get(owner) ?? make()
  dollars.set(owner, known)
  return known
}
type Branch = { id: number; number: string; children?: Branch[] }
const find = (rows: readonly Branch[], number: string): number | undefined =>
  rows.map((row) => (row.number === number ? row.id : find(row.children ?? [], number))).find((id) => id !== undefined)

/** Openings of all kinds, saved again while what they brought is used already. */
async function saveOpening({ owner, draw, day, goods }: HistoryWorld, account: (number: string) => Promise<number>) {
  const stored = (await owner.get('/accounting/opening')).body.data
  const item = () => ({ currency_id: draw.one([1, 3, 9]), amount: draw.one(['50', '12.34']) })
  const some = (rows: object[], one: object) => [...rows.slice(draw.whole(2), 3), ...(draw.whole(2) ? [one] : [])]
  return owner.post('/accounting/opening', {
    opening_date: stored.opening_date ?? `${Number(today().slice(0, 4)) - 1}-01-01`,
    branch_id: stored.branch_id ?? owner.ids.branch,
    lines: [
      { account_id: await account('120104'), debit: draw.one(['900', '1000.10']) },
      { account_id: await account('120203'), credit: draw.one(['90', '100.01']) },
    ],
    receivables: some(stored.receivables, { ...item(), customer_id: owner.ids.customer, due_date: day() }),
    payables: some(stored.payables, { ...item(), supplier_id: owner.ids.supplier, due_date: day() }),
    customer_credits: stored.customer_credits,
    supplier_credits: some(stored.supplier_credits, { ...item(), supplier_id: owner.ids.supplier }),
    stock: stored.stock.length > 0 ? stored.stock : [{ product_id: draw.one(goods), quantity: '3', unit_cost: '9.99' }],
  })
}

async function useSupplierCredit({ owner, draw, day }: HistoryWorld): Promise<Reply> {
  const { supplier_credits } = (await owner.get('/accounting/opening')).body.data as {
    supplier_credits: (Row & { currency_id: number })[]
  }
  const credit = draw.one(supplier_credits)
  const path = `/accounting/opening/supplier-credits/${credit?.id ?? 999_999}`
  const open = (await owner.get('/bills/list')).body.data as (Row & { currency_id: number })[]
  const reference_id = draw.one(open.filter(({ currency_id }) => currency_id === credit?.currency_id))?.id ?? 1
  if (draw.whole(3) === 0) return owner.post(`${path}/unallocate`, { reference_id, date: draw.one(['', today()]) })
  if (draw.whole(2) === 0) return owner.post(`${path}/allocate`, { references: [{ reference_id, amount: '0.10' }] })
  const { payment_method_id } = paymentBody(owner, {}) as { payment_method_id: number }
  return owner.post(`${path}/refund`, { refund_date: draw.one([today(), day()]), amount: '0.05', payment_method_id })
}
