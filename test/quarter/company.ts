import type { Client, TestApp } from '../harness/api.ts'
import { expectOk, idOf, onboardingBody, signUp } from '../harness/organization.ts'
import { accountNumbers } from './ledger-by-hand.ts'

type Named = { id: number; name: string; name_en: string | null; number?: string; code?: string }
export type Quarter = Client & { ids: Awaited<ReturnType<typeof createMasters>>; documents: Record<string, number> }

/** The company of `ledger-by-hand.ts`, every document of it entered as its people would, over the same calls. */
export async function createQuarter(app: TestApp): Promise<Quarter> {
  const owner = await signUp(app)
  expectOk(await owner.post('/organization/onboarding/submit', onboardingBody(owner.email)))
  const year = { name: '2025', type: 'yearly', started_at: '2025-01-01', ended_at: '2025-12-31' }
  const yearId = await idOf(owner.post('/accounting/financial-years', year))
  expectOk(await owner.post(`/accounting/financial-years/${yearId}/change-status`, { status: 'open' }))
  const quarter: Quarter = { ...owner, ids: await createMasters(owner), documents: {} }
  await opening(quarter)
  await january(quarter)
  await february(quarter)
  await march(quarter)
  await endOfQuarter(quarter)
  return quarter
}

const list = async (owner: Client, path: string) => expectOk(await owner.get(path)).body.data as Named[]

async function createMasters(owner: Client) {
  const byEnglish = async (path: string) =>
    new Map((await list(owner, path)).map((row) => [row.name_en ?? row.name, row.id]))
  const currencies = new Map((await list(owner, '/currencies/list')).map((row) => [row.code, row.id]))
  const accounts = new Map((await list(owner, '/accounting/accounts/list')).map((row) => [row.number, row.id]))
  const taxes = await byEnglish('/taxes/list')
  const methods = await byEnglish('/payment-methods/list')
  const unit_id = (await byEnglish('/units/list')).get('Piece')
  const product_category_id = [...(await byEnglish('/product-categories/list')).values()][0]
  const party = (path: string, name: string, name_en: string) =>
    idOf(owner.post(path, { name, name_en, email: 'party@example.sa', type: 'company', status: 'active' }))
  const product = (code: string, name: string, name_en: string, rest: object) =>
    idOf(
      owner.post('/products', {
        ...{ code, name, name_en, unit_id, product_category_id, sale_price: '100', purchase_price: '50' },
        ...{ apply_tax: true, status: 'active', product_type_id: 1, ...rest },
      }),
    )
  const branch = { email: 'jeddah@example.sa', mobile: '0501234567', city_id: 2, status: 'active' }
  const center = { number: '2', name: 'المعارض', name_en: 'Showrooms', type: 'sub', status: 'active' }
  return {
    R: (await list(owner, '/branches/list'))[0]?.id as number,
    J: await idOf(owner.post('/branches', { ...branch, name: 'فرع جدة', name_en: 'Jeddah' })),
    headOffice: (await list(owner, '/accounting/cost-centers/list'))[0]?.id as number,
    showrooms: await idOf(owner.post('/accounting/cost-centers', center)),
    C1: await party('/customers', 'شركة الأمل', 'Al Amal'),
    C2: await party('/customers', 'مؤسسة النور', 'Al Noor'),
    C3: await party('/customers', 'شركة راين الألمانية', 'Rhein GmbH'),
    S1: await party('/suppliers', 'المورد الوطني', 'National Supplier'),
    S2: await party('/suppliers', 'خدمات الخليج', 'Gulf Services'),
    S3: await party('/suppliers', 'كلاود إنك', 'Cloud Inc'),
    G1: await product('G-01', 'جهاز', 'Device', { quantity: '0', sale_price: '400', purchase_price: '250' }),
    G2: await product('G-02', 'قطعة غيار', 'Spare part', { quantity: '0', sale_price: '60', purchase_price: '35.5' }),
    U1: await product('U-01', 'مستهلكات', 'Consumables', { unlimited_quantity: true }),
    service: await product('S-01', 'خدمة', 'Service', { product_type_id: 2, unlimited_quantity: true }),
    unclassifiedTax: await idOf(owner.post('/taxes', { name: 'صفرية', rate: '0', status: 'active' })),
    ...{ SAR: currencies.get('SAR'), USD: currencies.get('USD'), EUR: currencies.get('EUR') },
    ...{ taxes, methods, accounts },
  }
}

const rate = async ({ ids, post }: Quarter, currency: 'EUR' | 'USD', value: number) =>
  void expectOk(await post(`/currencies/${ids[currency]}/rate`, { rate: value }))

async function opening(quarter: Quarter): Promise<void> {
  const { ids, post } = quarter
  const account = (name: string) => ids.accounts.get(accountNumbers[name])
  const item = { due_date: '2024-12-15', currency_id: ids.SAR, amount: 11_500 }
  expectOk(
    await post('/accounting/opening', {
      ...{ opening_date: '2025-01-01', branch_id: ids.R },
      lines: [
        { account_id: account('CASH'), debit: 20_000, credit: 0 },
        { account_id: account('BANK'), debit: 150_000, credit: 0 },
        { account_id: account('FURNITURE'), debit: 60_000, credit: 0 },
        { account_id: account('ACCDEP'), debit: 0, credit: 12_000 },
        { account_id: account('LOAN'), debit: 0, credit: 50_000 },
      ],
      receivables: [
        { ...item, customer_id: ids.C1, number: 'OLD-1' },
        {
          ...{ customer_id: ids.C3, number: 'OLD-3', due_date: '2025-01-31', currency_id: ids.EUR },
          ...{ amount: 2000, exchange_rate: 4 },
        },
      ],
      payables: [{ ...item, supplier_id: ids.S1, number: 'OLD-77', due_date: '2025-01-20', amount: 9200 }],
      stock: [
        { product_id: ids.G1, quantity: 40, unit_cost: 250 },
        { product_id: ids.G2, quantity: 100, unit_cost: 35.5 },
      ],
    }),
  )
  expectOk(await post('/accounting/opening/clear', { date: '2025-01-02', capital: 150_000 }))
  const open = expectOk(await quarter.get('/invoices/list')).body.data as { id: number; invoice_number: string }[]
  const owed = expectOk(await quarter.get('/bills/list')).body.data as { id: number; bill_number: string }[]
  for (const { id, invoice_number } of open) quarter.documents[invoice_number] = id
  for (const { id, bill_number } of owed) quarter.documents[bill_number] = id
}

type Row = [product: 'G1' | 'G2' | 'U1' | 'service', quantity: number, price: number]
type Trade = {
  party: string
  branch: 'R' | 'J'
  date: string
  due: string
  rows: Row[]
  tax?: string
  currency?: string
}

function tradeBody({ ids }: Quarter, { rows, tax = 'VAT 15%', currency = 'SAR', branch, due }: Trade) {
  const charged = tax === 'VAT 15%' || tax === 'Non-deductible 15%' ? 15 : 0
  return {
    ...{ due_date: `2025-${due}`, branch_id: ids[branch], currency_id: ids[currency as 'SAR'] },
    tax_id: tax === 'unclassified' ? ids.unclassifiedTax : ids.taxes.get(tax),
    items: rows.map(([name, quantity, price]) => ({ product_id: ids[name], quantity, price, tax_rate: charged })),
  }
}

async function invoice(quarter: Quarter, number: string, trade: Trade, rest: object = {}): Promise<void> {
  const own = {
    invoice_number: number,
    invoice_date: `2025-${trade.date}`,
    customer_id: quarter.ids[trade.party as 'C1'],
  }
  quarter.documents[number] = await idOf(quarter.post('/invoices', { ...tradeBody(quarter, trade), ...own, ...rest }))
}

async function bill(quarter: Quarter, number: string, trade: Trade): Promise<void> {
  const own = { bill_number: number, bill_date: `2025-${trade.date}`, supplier_id: quarter.ids[trade.party as 'S1'] }
  quarter.documents[number] = await idOf(quarter.post('/bills', { ...tradeBody(quarter, trade), ...own }))
}

type Paid = { party: string; branch: 'R' | 'J'; date: string; amount: number; of?: Record<string, number> }
type HowPaid = { method?: string; currency?: string; fee?: number; fee_tax?: number }
async function payment(quarter: Quarter, number: string, paid: Paid, how: HowPaid = {}): Promise<void> {
  const { ids, documents } = quarter
  const { method = 'Bank transfer', currency = 'SAR', ...fees } = how
  const isIncome = paid.party.startsWith('C')
  quarter.documents[number] = await idOf(
    quarter.post(`/accounting/${isIncome ? 'income' : 'expense'}-payments`, {
      ...{
        payment_number: number,
        payment_date: `2025-${paid.date}`,
        branch_id: ids[paid.branch],
        amount: paid.amount,
      },
      ...{ [isIncome ? 'customer_id' : 'supplier_id']: ids[paid.party as 'C1'], currency_id: ids[currency as 'SAR'] },
      ...{ payment_method_id: ids.methods.get(method), ...fees },
      references: Object.entries(paid.of ?? {}).map(([name, amount]) => ({ reference_id: documents[name], amount })),
    }),
  )
}

type Line = [account: string, amount: number, center?: 'headOffice' | 'showrooms']
async function manual({ ids, post }: Quarter, date: string, branch: 'R' | 'J', lines: Line[]): Promise<void> {
  expectOk(
    await post('/accounting/journal-entries', {
      ...{ journal_number: `JV-${date}-${lines[0]?.[0]}`, journal_date: `2025-${date}`, currency_id: ids.SAR },
      branch_id: ids[branch],
      lines: lines.map(([name, amount, center]) => ({
        account_id: ids.accounts.get(accountNumbers[name]),
        ...{ debit: Math.max(amount, 0), credit: Math.max(-amount, 0) },
        cost_center_id: center && ids[center],
      })),
    }),
  )
}

const salaries: Line[] = [
  ['SALARIES', 6000, 'headOffice'],
  ['SALARIES', 3000, 'showrooms'],
  ['SALARIES_DUE', -9000],
]
const depreciation: Line[] = [
  ['DEPR', 500, 'headOffice'],
  ['ACCDEP', -500],
]

async function january(q: Quarter): Promise<void> {
  const goods: Row[] = [
    ['G1', 20, 260],
    ['G2', 50, 37],
  ]
  await bill(q, 'B-1001', { party: 'S1', branch: 'R', date: '01-05', due: '02-04', rows: goods })
  const sold: Row[] = [
    ['G1', 12, 400],
    ['service', 1, 1500],
  ]
  await invoice(q, 'I1', { party: 'C1', branch: 'R', date: '01-08', due: '02-07', rows: sold })
  const received = { party: 'C1', branch: 'R', date: '01-10', amount: 20_000 } as const
  await payment(q, 'R1', { ...received, of: { 'OLD-1': 11_500, I1: 5000 } })
  await bill(q, 'B-77', { party: 'S2', branch: 'J', date: '01-15', due: '01-15', rows: [['service', 1, 8000]] })
  const parts: Row[] = [
    ['G2', 30, 60],
    ['U1', 10, 45],
  ]
  await invoice(q, 'I2', { party: 'C2', branch: 'J', date: '01-20', due: '01-30', rows: parts })
  const paid = { party: 'S1', branch: 'R', date: '01-22', amount: 12_000 } as const
  await payment(q, 'P1', { ...paid, of: { 'OLD-77': 9200, 'B-1001': 2800 } })
  const cash = { party: 'S2', branch: 'J', date: '01-25', amount: 9200, of: { 'B-77': 9200 } } as const
  await payment(q, 'P2', cash, { method: 'Cash' })
  await manual(q, '01-31', 'R', depreciation)
  await manual(q, '01-31', 'R', salaries)
}

const salariesPaid: Line[] = [
  ['SALARIES_DUE', 9000],
  ['BANK', -9000],
]

async function february(q: Quarter): Promise<void> {
  const { documents, ids, post } = q
  await manual(q, '02-01', 'R', salariesPaid)
  await rate(q, 'EUR', 4.1)
  const exported = { party: 'C3', branch: 'R', date: '02-03', due: '03-05', currency: 'EUR', tax: 'Exports' } as const
  await invoice(q, 'I3', { ...exported, rows: [['service', 10, 150.55]] })
  await rate(q, 'EUR', 4.2)
  const euros = { party: 'C3', branch: 'R', date: '02-05', amount: 2500, of: { 'OLD-3': 2000, I3: 500 } } as const
  await payment(q, 'R2', euros, { currency: 'EUR' })
  const reverse = { branch: 'R', date: '02-10', due: '03-12', currency: 'USD', tax: 'Reverse charge 15%' } as const
  await bill(q, 'RC-9', { ...reverse, party: 'S3', rows: [['service', 1, 1000]] })
  const lost = { party: 'S2', branch: 'R', date: '02-12', due: '02-12', tax: 'Non-deductible 15%' } as const
  await bill(q, 'B-31', { ...lost, rows: [['service', 1, 600]] })
  await bill(q, 'B-1002', { party: 'S1', branch: 'J', date: '02-14', due: '03-16', rows: [['U1', 100, 20]] })
  const note = async (on: string, action: string, date: string, number: string, line: object) => {
    const path = `/${action === 'supplier-credit' ? 'bills' : 'invoices'}/${documents[on]}/${action}`
    const body = { note_number: number, note_date: `2025-${date}`, reason: 'تصحيح', lines: [line] }
    documents[number] = await idOf(post(path, body))
  }
  await note('I1', 'credit-note', '02-15', 'CN1', { line_number: 1, quantity: 2 })
  await note('I2', 'credit-note', '02-18', 'CN2', { line_number: 1, amount: 100 })
  await note('I1', 'debit-note', '02-20', 'DN1', { line_number: 2, amount: 200 })
  await note('B-1001', 'supplier-credit', '02-22', 'SC1', { line_number: 1, quantity: 5 })
  const allocated = [
    { reference_id: documents.I1, amount: 1325 },
    { reference_id: documents.DN1, amount: 230 },
  ]
  const receipt = `/accounting/income-payments/${documents.R1}`
  expectOk(await post(`${receipt}/allocate`, { references: allocated, date: '2025-02-25' }))
  const refund = { refund_date: '2025-02-26', amount: 945, payment_method_id: ids.methods.get('Bank transfer') }
  expectOk(await post(`${receipt}/refund`, refund))
  const card = { party: 'C2', branch: 'J', date: '02-27', amount: 1500, of: { I2: 1500 } } as const
  await payment(q, 'R3', card, { method: 'mada/card', fee: 12, fee_tax: 1.8 })
  const given = { write_off_date: '2025-02-28', amount: 72.5, reason: 'تعذر التحصيل' }
  expectOk(await post(`/invoices/${documents.I2}/write-off`, given))
  await manual(q, '02-28', 'R', depreciation)
  await manual(q, '02-28', 'R', salaries)
}

async function march(q: Quarter): Promise<void> {
  const { documents, ids, post } = q
  await manual(q, '03-01', 'R', salariesPaid)
  const sold: Row[] = [
    ['G1', 10, 410],
    ['G2', 20, 62.335],
    ['service', 2, 750],
  ]
  await invoice(q, 'I4', { party: 'C2', branch: 'R', date: '03-03', due: '04-02', rows: sold })
  const lines = [
    { product_id: ids.G1, counted: 34 },
    { product_id: ids.G2, counted: 103 },
  ]
  expectOk(await post('/inventory/counts', { count_date: '2025-03-05', branch_id: ids.R, lines }))
  const zero = { party: 'C1', branch: 'J', date: '03-10', due: '03-25', tax: 'Zero rated' } as const
  await invoice(q, 'I5', { ...zero, rows: [['U1', 50, 30]] })
  const service = (price: number): Row[] => [['service', 1, price]]
  const inRiyadh = { branch: 'R', due: '04-18' } as const
  await invoice(q, 'I6', { ...inRiyadh, party: 'C2', date: '03-11', due: '03-31', tax: 'Exempt', rows: service(1000) })
  await rate(q, 'USD', 3.76)
  await payment(
    q,
    'P3',
    { party: 'S3', branch: 'R', date: '03-12', amount: 1000, of: { 'RC-9': 1000 } },
    { currency: 'USD' },
  )
  await payment(q, 'P4', { party: 'S1', branch: 'R', date: '03-15', amount: 5000 })
  await bill(q, 'B-35', { ...inRiyadh, party: 'S2', date: '03-16', tax: 'Out of scope', rows: service(350) })
  await invoice(q, 'I7', { ...inRiyadh, party: 'C2', date: '03-17', tax: 'unclassified', rows: service(80) })
  await bill(q, 'B-40', { ...inRiyadh, party: 'S2', date: '03-19', tax: 'Exempt', rows: service(500) })
  const references = [{ reference_id: documents['B-1001'], amount: 3812.5 }]
  const advance = `/accounting/expense-payments/${documents.P4}/allocate`
  expectOk(await post(advance, { references, date: '2025-03-20' }))
  await invoice(q, 'draft', { ...inRiyadh, party: 'C1', date: '03-20', rows: service(700) }, { status: 'draft' })
  await invoice(q, 'I8', { ...inRiyadh, party: 'C1', date: '03-21', rows: service(1000) })
  expectOk(await q.remove(`/invoices/${documents.I8}`))
  const corrected = { party: 'C2', branch: 'J', date: '03-25', due: '04-24' } as const
  await invoice(q, 'I9', { ...corrected, rows: service(1000) })
  const own = { invoice_number: 'I9', invoice_date: '2025-03-25', customer_id: ids.C2 }
  const body = { ...tradeBody(q, { ...corrected, rows: service(1200) }), ...own }
  expectOk(await q.post(`/invoices/${documents.I9}`, body))
}

async function endOfQuarter(q: Quarter): Promise<void> {
  const pairs: [date: string, branch: 'R' | 'J', lines: Line[]][] = [
    [
      '03-28',
      'R',
      [
        ['FURNITURE', 2300],
        ['BANK', -2300],
      ],
    ],
    [
      '03-29',
      'R',
      [
        ['BANK', 1500],
        ['ACCDEP', 2000],
        ['FURNITURE', -3000],
        ['DISPOSAL', -500],
      ],
    ],
    ['03-31', 'R', depreciation],
    [
      '03-31',
      'J',
      [
        ['RENT', 8000, 'showrooms'],
        ['ACCRUED', -8000],
      ],
    ],
    [
      '03-31',
      'R',
      [
        ['INTEREST', 625],
        ['BANK', -625],
      ],
    ],
    [
      '03-31',
      'R',
      [
        ['ZAKAT', 1000],
        ['ZAKAT_PROV', -1000],
      ],
    ],
    [
      '03-31',
      'R',
      [
        ['LOAN', 5000],
        ['BANK', -5000],
      ],
    ],
  ]
  for (const [date, branch, lines] of pairs) await manual(q, date, branch, lines)
  const rates = [{ currency_id: q.ids.EUR, rate: 4.25 }]
  expectOk(await q.post('/accounting/fx-revaluations', { date: '2025-03-31', rates }))
  expectOk(await q.post('/vat-periods/frequency', { frequency: 'quarterly' }))
  expectOk(await q.post('/vat-periods/20250331/file', {}))
}
