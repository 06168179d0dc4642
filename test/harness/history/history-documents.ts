import type { Reply } from '../api.ts'
import { type Organization, paymentBody, today } from '../organization.ts'

type Draw = { whole(below: number): number; one<Item>(list: readonly Item[]): Item }
type Open = { id: number; remaining_amount: number; currency_id: number; customer_id?: number; supplier_id?: number }
export type HistoryWorld = {
  owner: Organization
  draw: Draw
  day(): string
  goods: readonly number[]
  /** The records created so far, by kind. */
  known: Record<'invoices' | 'bills' | 'income' | 'expense' | 'journal' | 'advances', number[]>
  /** An invoice's body with drawn rows, on a drawn day. */
  invoice(change?: object): Record<string, unknown>
  record(list: number[], ask: Promise<Reply>): Promise<Reply>
}

/** Other events of a random history: declarations, advances and deductions, set-offs, opening credits. */
export function furtherOperations(world: HistoryWorld): [weight: number, ask: () => Promise<Reply>][] {
  const { owner, draw, goods, invoice, record, known } = world
  const made = { declarations: [] as number[], setOffs: [] as number[] }
  const price = () => draw.one(['400', '33.33', '0.10'])
  const taxed = (...products: number[]) => ({
    currency_id: 1,
    customer_id: owner.ids.customer,
    items: [{ product_id: draw.one([...products, owner.ids.service]), quantity: '1', price: price(), tax_rate: 15 }],
  })
  const final = async () => invoice({ ...taxed(...goods), ...(await deductions(world)) })
  const anyOf = (list: readonly number[]) => draw.one([...list, 1])
  return [
    [8, () => record(made.declarations, owner.post('/customs-declarations', declaration(world)))],
    [2, () => owner.post(`/customs-declarations/${anyOf(made.declarations)}`, declaration(world))],
    [3, () => owner.remove(`/customs-declarations/${anyOf(made.declarations)}`)],
    [9, () => record(known.advances, owner.post('/advance-invoices', invoice(taxed())))],
    [2, () => owner.post(`/advance-invoices/${anyOf(known.advances)}`, invoice(taxed()))],
    [2, () => owner.remove(`/advance-invoices/${anyOf(known.advances)}`)],
    [11, async () => record(known.invoices, owner.post('/invoices', await final()))],
    [3, async () => owner.post(`/invoices/${anyOf(known.invoices)}`, await final())],
    [4, async () => record(made.setOffs, owner.post('/accounting/set-offs', await setOff(world)))],
    [2, () => owner.remove(`/accounting/set-offs/${anyOf(made.setOffs)}?date=${draw.one(['', today()])}`)],
    [3, () => useOpeningCredit(world)],
    [2, () => reconcileBank(world)],
    [3, () => letGoOfBank(world)],
  ]
}

function declaration({ owner, draw, day, goods }: HistoryWorld) {
  const date = day()
  const products = [...new Set([draw.one(goods), draw.one(goods)])]
  return {
    declaration_number: `D-${draw.whole(1_000_000)}`,
    declaration_date: date,
    due_date: date,
    supplier_id: owner.ids.supplier,
    branch_id: owner.ids.branch,
    customs_value: draw.one(['100', '950']),
    duty: draw.one(['0', '10', '33.34', '50']),
    lines: products.map((product_id) => ({
      product_id,
      quantity: draw.one(['1', '2', '0.335', '5', '7.5']),
      value: draw.one(['0', '0.10', '10', '33.33', '333.33']),
    })),
  }
}

/** Open advances most times; now and then one that is spent, void or not there. */
async function deductions({ owner, draw, known }: HistoryWorld) {
  const open = (await owner.get(`/advance-invoices/open?customer_id=${owner.ids.customer}`)).body.data as {
    id: number
    net_left: number
  }[]
  const taken =
    draw.whole(4) === 0 ? [{ id: draw.one([...known.advances, 1]), net_left: 1 }] : open.slice(0, 1 + draw.whole(2))
  return {
    advances: taken.map(({ id, net_left }) => ({
      advance_id: id,
      amount: draw.one([String(net_left), '0.07', '0.10', '11.11']),
    })),
  }
}

async function setOff({ owner, draw, day }: HistoryWorld) {
  const openOf = async (path: string) =>
    ((await owner.get(`${path}/list`)).body.data as Open[]).filter((row) => row.remaining_amount > 0)
  const [invoices, bills] = [await openOf('/invoices'), await openOf('/bills')]
  const owed = draw.one(invoices.slice(0, 8))
  const owing = bills.find((row) => row.currency_id === owed?.currency_id)
  const most = Math.min(owed?.remaining_amount ?? 1, owing?.remaining_amount ?? 1)
  const amount = draw.one([String(most), '0.05'])
  return {
    set_off_date: draw.one([today(), today(), day()]),
    branch_id: owner.ids.branch,
    currency_id: owed?.currency_id ?? 1,
    customer_id: owner.ids.customer,
    supplier_id: owner.ids.supplier,
    receivables: [{ reference_id: owed?.id ?? 1, amount }],
    payables: [{ reference_id: owing?.id ?? 1, amount }],
  }
}

const banks = '/accounting/bank-reconciliations'

/** The bank has shown everything up to a day, or says something else. */
async function reconcileBank({ owner, draw, day }: HistoryWorld): Promise<Reply> {
  const methods = (await owner.get('/payment-methods')).body.data as { id: number; account: { id: number } }[]
  const method = methods.find(({ id }) => id === owner.ids.method)
  const of = { account_id: method?.account.id, statement_date: draw.one([day(), today()]) }
  const asked = new URLSearchParams({ ...of, account_id: String(of.account_id) })
  const { book_balance } = (await owner.get(`${banks}/sheet?${asked}`)).body.data
  const statement_balance = draw.one([book_balance, book_balance, '0.05'])
  return owner.post(banks, { ...of, statement_balance, matched_through: of.statement_date })
}

/** The latest reconciliation is reopened and discarded: its records can be corrected and voided again. */
async function letGoOfBank({ owner }: HistoryWorld): Promise<Reply> {
  const [last] = (await owner.get(banks)).body.data as { id: number }[]
  const path = `${banks}/${last?.id ?? 999_999}`
  const reopened = await owner.post(`${path}/reopen`, {})
  return reopened.status === 200 ? owner.remove(path) : reopened
}

/** Opening credits are applied, refunded, and restored. */
async function useOpeningCredit({ owner, draw }: HistoryWorld): Promise<Reply> {
  const { customer_credits } = (await owner.get('/accounting/opening')).body.data as {
    customer_credits: { id: number }[]
  }
  const path = `/accounting/opening/customer-credits/${draw.one(customer_credits)?.id ?? 999_999}`
  const open = ((await owner.get('/invoices/list')).body.data as Open[]).filter((row) => row.remaining_amount > 0)
  const reference_id = draw.one(open.slice(0, 5))?.id ?? 1
  if (draw.whole(3) === 0) return owner.post(`${path}/unallocate`, { reference_id })
  if (draw.whole(2) === 0) return owner.post(`${path}/allocate`, { references: [{ reference_id, amount: '0.10' }] })
  const { payment_method_id } = paymentBody(owner, {}) as { payment_method_id: number }
  return owner.post(`${path}/refund`, { refund_date: today(), amount: '0.05', payment_method_id })
}
