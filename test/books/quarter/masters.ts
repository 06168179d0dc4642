import type { Client } from '../../harness/api.ts'
import { expectOk, idOf } from '../../harness/organization.ts'
import { accountNumbers } from './ledger-by-hand.ts'

type Named = { id: number; name: string; name_en: string | null; number?: string; code?: string }
/** Branches, parties, products: the masters of the company. */
export async function createMasters(owner: Client) {
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
        code,
        name,
        name_en,
        unit_id,
        product_category_id,
        sale_price: '100',
        purchase_price: '50',
        apply_tax: true,
        status: 'active',
        product_type_id: 1,
        ...rest,
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
    SAR: currencies.get('SAR'),
    USD: currencies.get('USD'),
    EUR: currencies.get('EUR'),
    taxes,
    methods,
    accounts,
  }
}

/** The opening balances. */
export async function opening(quarter: Quarter): Promise<void> {
  const { ids, post } = quarter
  const account = (name: string) => ids.accounts.get(accountNumbers[name])
  const item = { due_date: '2024-12-15', currency_id: ids.SAR, amount: 11_500 }
  expectOk(
    await post('/accounting/opening', {
      opening_date: '2025-01-01',
      branch_id: ids.R,
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
          customer_id: ids.C3,
          number: 'OLD-3',
          due_date: '2025-01-31',
          currency_id: ids.EUR,
          amount: 2000,
          exchange_rate: 4,
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

const list = async (owner: Client, path: string) => expectOk(await owner.get(path)).body.data as Named[]

export type Quarter = Client & { ids: Awaited<ReturnType<typeof createMasters>>; documents: Record<string, number> }
