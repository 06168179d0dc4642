import type { Reply } from './api.ts'
import { type Organization, paymentBody, today } from './organization.ts'

type Draw = { whole(below: number): number; one<Item>(list: readonly Item[]): Item }
type Open = { id: number; remaining_amount: number; currency_id: number; customer_id?: number; supplier_id?: number }
export type HistoryWorld = {
  owner: Organization
  draw: Draw
  day(): string
  goods: readonly number[]
  /** An invoice's body with drawn rows, on a drawn day. */
  invoice(change?: object): Record<string, unknown>
  record(list: number[], ask: Promise<Reply>): Promise<Reply>
}

/** What else happens in a random history: declarations, advances and what takes them, set-offs, notes, opening credits. */
export function furtherOperations(world: HistoryWorld): [weight: number, ask: () => Promise<Reply>][] {
  const { owner, draw, invoice, record } = world
  const known = {
    declarations: [] as number[],
    advances: [] as number[],
    finals: [] as number[],
    setOffs: [] as number[],
  }
  const taxed = () => ({
    currency_id: 1,
    items: [{ product_id: owner.ids.service, quantity: '1', price: draw.one(['400', '33.33', '0.10']), tax_rate: 15 }],
  })
  const anyOf = (list: readonly number[]) => draw.one([...list, 1])
  return [
    [5, () => record(known.declarations, owner.post('/customs-declarations', declaration(world)))],
    [2, () => owner.post(`/customs-declarations/${anyOf(known.declarations)}`, declaration(world))],
    [2, () => owner.remove(`/customs-declarations/${anyOf(known.declarations)}`)],
    [5, () => record(known.advances, owner.post('/advance-invoices', invoice(taxed())))],
    [2, () => owner.post(`/advance-invoices/${anyOf(known.advances)}`, invoice(taxed()))],
    [1, () => owner.remove(`/advance-invoices/${anyOf(known.advances)}`)],
    [
      6,
      async () => record(known.finals, owner.post('/invoices', invoice({ ...taxed(), ...(await deductions(world)) }))),
    ],
    [
      3,
      async () => owner.post(`/invoices/${anyOf(known.finals)}`, invoice({ ...taxed(), ...(await deductions(world)) })),
    ],
    [2, () => owner.remove(`/invoices/${anyOf(known.finals)}`)],
    [4, async () => record(known.setOffs, owner.post('/accounting/set-offs', await setOff(world)))],
    [2, () => owner.remove(`/accounting/set-offs/${anyOf(known.setOffs)}`)],
    [3, () => credit(world, 'invoices', [...known.finals])],
    [2, () => credit(world, 'advance-invoices', [...known.advances])],
    [3, () => useOpeningCredit(world)],
  ]
}

function declaration({ owner, draw, day, goods }: HistoryWorld) {
  const date = day()
  const products = [...new Set([draw.one(goods), draw.one(goods)])]
  const duty = draw.one(['0', '10', '33.34'])
  return {
    declaration_number: `D-${draw.whole(1_000_000)}`,
    ...{ declaration_date: date, due_date: date, supplier_id: owner.ids.supplier, branch_id: owner.ids.branch },
    ...{ customs_value: draw.one(['100', '950']), duty },
    lines: products.map((product_id) => ({
      product_id,
      quantity: draw.one(['1', '5', '7.5']),
      value: draw.one(['0', '10', '33.33']),
    })),
  }
}

async function deductions({ owner, draw }: HistoryWorld) {
  const open = (await owner.get(`/advance-invoices/open?customer_id=${owner.ids.customer}`)).body.data as {
    id: number
    net_left: number
  }[]
  const taken = open.slice(0, 1 + draw.whole(2))
  return {
    advances: taken.map(({ id, net_left }) => ({
      advance_id: id,
      amount: draw.one([String(net_left), '0.07', '11.11']),
    })),
  }
}

async function setOff({ owner, draw }: HistoryWorld) {
  const openOf = async (path: string) =>
    ((await owner.get(`${path}/list`)).body.data as Open[]).filter((row) => row.remaining_amount > 0)
  const [invoices, bills] = [await openOf('/invoices'), await openOf('/bills')]
  const owed = draw.one(invoices.slice(0, 8))
  const owing = bills.find((row) => row.currency_id === owed?.currency_id)
  const most = Math.min(owed?.remaining_amount ?? 1, owing?.remaining_amount ?? 1)
  const amount = draw.one([String(most), '0.05'])
  return {
    ...{ set_off_date: today(), branch_id: owner.ids.branch, currency_id: owed?.currency_id ?? 1 },
    ...{ customer_id: owner.ids.customer, supplier_id: owner.ids.supplier },
    receivables: [{ reference_id: owed?.id ?? 1, amount }],
    payables: [{ reference_id: owing?.id ?? 1, amount }],
  }
}

function credit({ owner, draw }: HistoryWorld, path: string, ids: readonly number[]) {
  const lines = [{ line_number: 1, amount: draw.one(['0.05', '10', '33.33']) }]
  return owner.post(`/${path}/${draw.one([...ids, 1])}/credit-note`, { note_date: today(), reason: 'تصحيح', lines })
}

/** What was paid ahead before the books began is applied, given back and taken up again. */
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
