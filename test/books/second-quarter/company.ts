import type { Client, TestApp } from '../../harness/api.ts'
import { expectOk, idOf, onboardingBody, signUp } from '../../harness/organization.ts'

type Saved = { id: number; path: string; body: Record<string, unknown> }
/** The ids of the words in `events.txt` and `expected.txt`, and back. */
export type Company = Client & { id: Record<string, number>; nameOf: Map<string, string>; saved: Map<string, Saved> }

type Named = { id: number; name: string; name_en: string | null; number?: string; code?: string; treatment?: string }
const list = async (client: Client, path: string) => expectOk(await client.get(path)).body.data as Named[]
const treatments = {
  S: 'standard',
  Z: 'zero_rated',
  X: 'exports',
  E: 'exempt',
  RC: 'reverse_charge',
  ND: 'non_deductible',
}
const methods = { CASH: 'Cash', BANK: 'Bank transfer', POS_CLR: 'mada/card' }

export async function createCompany(app: TestApp): Promise<Company> {
  const owner = await signUp(app)
  expectOk(await owner.post('/organization/onboarding/submit', onboardingBody(owner.email)))
  const company: Company = { ...owner, id: {}, nameOf: new Map(), saved: new Map() }
  const know = (kind: string, name: string, id: number) => {
    company.id[name] = id
    company.nameOf.set(`${kind}:${id}`, name)
  }
  const find = (rows: Named[], name: string) => rows.find((row) => (row.name_en ?? row.name) === name)?.id as number
  know('branch', 'R', (await list(owner, '/branches/list'))[0]?.id as number)
  const branch = { name: 'فرع جدة', email: 'jeddah@example.sa', status: 'active' }
  know('branch', 'J', await idOf(owner.post('/branches', branch)))
  know('center', 'head', (await list(owner, '/accounting/cost-centers/list'))[0]?.id as number)
  const center = { number: '2', name: 'مشاريع', name_en: 'Projects', type: 'sub', status: 'active' }
  know('center', 'projects', await idOf(owner.post('/accounting/cost-centers', center)))
  for (const { id, code } of await list(owner, '/currencies/list')) know('currency', code as string, id)
  for (const { id, number } of await list(owner, '/accounting/accounts/list')) know('account', number as string, id)
  const taxes = await list(owner, '/taxes?per_page=100')
  for (const [word, treatment] of Object.entries(treatments))
    know('tax', word, taxes.find((tax) => tax.treatment === treatment)?.id as number)
  const ways = await list(owner, '/payment-methods/list')
  for (const [word, name] of Object.entries(methods)) know('method', word, find(ways, name))
  for (const name of ['C1', 'C2', 'C3', 'C4', 'C5', 'S1', 'S2', 'S3', 'S4']) {
    const party = { name, email: 'party@example.sa', type: 'company', status: 'active' }
    know('party', name, await idOf(owner.post(name.startsWith('C') ? '/customers' : '/suppliers', party)))
  }
  const unit_id = (await list(owner, '/units/list'))[0]?.id
  const product_category_id = (await list(owner, '/product-categories/list'))[0]?.id
  for (const code of ['G1', 'G2', 'G3', 'G4', 'G5', 'V1', 'V2', 'V3', 'U1', 'N1']) {
    const stocked = code.startsWith('G')
    const kind = { product_type_id: stocked || code === 'U1' ? 1 : 2, apply_tax: code !== 'N1' }
    const shelf = stocked ? { quantity: '0' } : { unlimited_quantity: true }
    const rest = { unit_id, product_category_id, sale_price: '100', purchase_price: '60', status: 'active' }
    know('product', code, await idOf(owner.post('/products', { code, name: code, ...kind, ...shelf, ...rest })))
  }
  return company
}

const pairs = (words: string[]) => words.map((word) => word.split('=') as [string, string])
const side = (ref: string) => (ref.startsWith('B') ? 'bill' : 'invoice')

/** One line of `events.txt`: what happened, and to what, several times where it did. */
export async function happen(company: Company, line: string): Promise<void> {
  const event = line.slice(0, line.indexOf(' '))
  for (const said of line.slice(event.length).split(' | ')) await say(company, event, said.split(' ').filter(Boolean))
}

/** The word for the tax is the events' own. */
const withoutTax = ({ tax: _, ...body }: Record<string, unknown>) => body

/** One event, through the calls that the screens make. */
async function say(company: Company, event: string, words: string[]): Promise<void> {
  const { id, saved, post, remove } = company
  const [ref = '', second = '', third = ''] = words
  const of = (name: string) => saved.get(name) as Saved
  const keep = async (name: string, path: string, body: Record<string, unknown>) =>
    void saved.set(name, { id: await idOf(post(path, withoutTax(body))), path, body })
  const settles = (list: string[]) => pairs(list).map(([name, amount]) => ({ reference_id: of(name).id, amount }))
  const item = (word: string, tax: string) => {
    const [, code = '', quantity, price, rate, center] =
      /^(\w+)\*([\d.]+)@([\d.]+)(?:%([\d.]+))?(?:\/(\w+))?$/.exec(word) ?? []
    const tax_rate = rate ?? (tax === 'S' || tax === 'ND' ? '15' : '0')
    return { product_id: id[code], quantity, price, tax_rate, ...(center && { cost_center_id: id[center] }) }
  }
  const document = (kind: 'bill' | 'invoice') => {
    const [date, due_date, party = '', branch = '', currency = '', tax = '', ...items] = words.slice(1)
    return {
      [`${kind}_number`]: ref,
      [`${kind}_date`]: date,
      due_date,
      [kind === 'bill' ? 'supplier_id' : 'customer_id']: id[party],
      branch_id: id[branch],
      currency_id: id[currency],
      tax_id: id[tax],
      tax,
      items: items.map((word) => item(word, tax)),
    }
  }
  const payment = (party: 'customer_id' | 'supplier_id') => {
    const [date, name = '', branch = '', currency = '', method = '', amount, ...rest] = words.slice(1)
    const extra = Object.fromEntries(pairs(rest.filter((word) => /^(fee|withheld)=/.test(word))))
    const [fee, fee_tax] = extra.fee?.split('+') ?? []
    return {
      payment_number: ref,
      payment_date: date,
      [party]: id[name],
      branch_id: id[branch],
      currency_id: id[currency],
      payment_method_id: id[method],
      amount,
      ...(fee && { fee, fee_tax }),
      ...(extra.withheld && { withholding_rate: extra.withheld }),
      references: settles(rest.filter((word) => !/^(fee|withheld)=/.test(word))),
    }
  }
  const note = (action: string) => {
    const [, date, name = '', ...rows] = words
    const lines = rows.map((row) => {
      const [line_number, quantity, amount] = row.includes('*')
        ? row.split('*')
        : [row.split('=')[0], undefined, row.split('=')[1]]
      return { line_number, ...(quantity ? { quantity } : { amount }) }
    })
    return keep(ref, `/${side(name)}s/${of(name).id}/${action}`, { note_date: date, reason: 'تصحيح', lines })
  }
  const events: Record<string, () => Promise<unknown>> = {
    rate: () => post(`/currencies/${id[ref]}/rate`, { rate: second, ...(third && { valid_on: third }) }),
    bill: () => keep(ref, '/bills', document('bill')),
    invoice: () => keep(ref, '/invoices', document('invoice')),
    correct: () => {
      const { path, body, id: own } = of(ref)
      return post(`${path}/${own}`, {
        ...withoutTax(body),
        items: words.slice(1).map((word) => item(word, body.tax as string)),
      })
    },
    void: () => remove(`${of(ref).path}/${of(ref).id}`),
    receipt: () => keep(ref, '/accounting/income-payments', payment('customer_id')),
    payment: () => keep(ref, '/accounting/expense-payments', payment('supplier_id')),
    credit_note: () => note('credit-note'),
    debit_note: () => note('debit-note'),
    supplier_credit: () => note('supplier-credit'),
    allocate: () =>
      post(`${of(ref).path}/${of(ref).id}/allocate`, { date: second, references: settles(words.slice(2)) }),
    refund: () =>
      post(`${of(ref).path}/${of(ref).id}/refund`, {
        refund_date: second,
        payment_method_id: id[third],
        amount: words[3],
      }),
    write_off: () =>
      post(`/${side(ref)}s/${of(ref).id}/write-off`, { write_off_date: second, amount: third, reason: 'تعذر التحصيل' }),
    count: () => {
      const lines = pairs(words.slice(3)).map(([code, counted]) => ({ product_id: id[code], counted }))
      return post('/inventory/counts', { count_date: second, branch_id: id[third], lines })
    },
    entry: () => {
      const lines = words.slice(3).map((word) => {
        const [, account = '', amount = '', center, party] =
          /^(\d+)=(-?[\d.]+)(?:\/(\w+))?(?:@(\w+))?$/.exec(word) ?? []
        const value = amount.startsWith('-') ? { debit: '', credit: amount.slice(1) } : { debit: amount, credit: '' }
        const rest = { ...(center && { cost_center_id: id[center] }), ...(party && { customer_id: id[party] }) }
        return { account_id: id[account], ...value, ...rest }
      })
      const head = { journal_number: ref, journal_date: second, currency_id: id.SAR, branch_id: id[third] }
      return post('/accounting/journal-entries', { ...head, lines })
    },
    revalue: () => {
      const rates = pairs(words.slice(1)).map(([code, rate]) => ({ currency_id: id[code], rate }))
      return post('/accounting/fx-revaluations', { date: ref, rates })
    },
    file: () => post(`/vat-periods/${ref.replaceAll('-', '')}/file`),
  }
  const reply = await (events[event] as () => Promise<unknown>)()
  if (reply && typeof reply === 'object' && 'status' in reply) expectOk(reply as never)
}
