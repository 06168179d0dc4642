import { addDays } from '../../ledger/calendar/calendar.ts'
import { type Organization, today } from './organization.ts'

/** A record behind each page: drafted, open and paid. A page whose address names a record finds it here. */
export async function fillBooks(owner: Organization): Promise<void> {
  const customer = await owner.customer('مؤسسة الربيع', { name_en: 'Al Rabee Est.', tax_number: '310122393500003' })
  const supplier = await owner.supplier('مورد القهوة العربية المحدودة')
  const product = await owner.product('قهوة عربية محمصة 1 كجم', { name_en: 'Roasted coffee 1 kg' })
  const invoice = await owner.invoice(customer)
  const bill = await owner.bill(supplier)
  await pay(owner, invoice, '/accounting/income-payments', { customer_id: customer })
  await pay(owner, bill, '/accounting/expense-payments', { supplier_id: supplier, withholding_type: 'royalties' })
  for (const path of [
    `/invoices/${invoice.id}/credit-note`,
    `/invoices/${invoice.id}/debit-note`,
    `/bills/${bill.id}/supplier-credit`,
  ])
    await owner.post(path, {
      note_date: invoice.invoice_date,
      reason: 'تصحيح السعر',
      lines: [{ line_number: 1, amount: 10 }],
    })
  await fillAdvance(owner, invoice)
  await owner.post('/accounting/set-offs', {
    set_off_date: invoice.invoice_date,
    branch_id: invoice.branch_id,
    currency_id: invoice.currency_id,
    customer_id: customer,
    supplier_id: supplier,
    receivables: [{ reference_id: invoice.id, amount: 20 }],
    payables: [{ reference_id: bill.id, amount: 20 }],
  })
  await owner.post('/accounting/opening', {
    opening_date: `${invoice.invoice_date?.slice(0, 4)}-01-01`,
    branch_id: invoice.branch_id,
    customer_credits: [{ customer_id: customer, currency_id: invoice.currency_id, amount: '250' }],
    supplier_credits: [{ supplier_id: supplier, currency_id: invoice.currency_id, amount: '150' }],
  })
  await owner.post('/customs-declarations', {
    declaration_number: '58-1446-0071',
    declaration_date: invoice.invoice_date,
    due_date: invoice.invoice_date,
    supplier_id: supplier,
    branch_id: invoice.branch_id,
    customs_value: '950',
    duty: '50',
    bill_ids: [bill.id],
    lines: [{ product_id: product, quantity: '10', value: '950' }],
  })
  // The newest ones are drafts, which can still be edited.
  await owner.invoice(customer, { status: 'draft' })
  await owner.bill(supplier, { status: 'draft' })
  await fillOrders(owner, invoice, { customer, supplier, product })
  const carton = await owner.post('/units', { code: 'CTN', name: 'كرتون', name_en: 'Carton', status: 'active' })
  const unit = { product_id: product, unit_id: carton.id, content: '12', sale_price: '500', status: 'active' }
  await owner.post('/product-units', unit)
  await owner.post('/price-lists', {
    name: 'أسعار الجملة',
    audience: 'everyone',
    currency_id: invoice.currency_id,
    status: 'active',
    items: [{ product_id: product, from_quantity: 10, price: 41 }],
  })
  await fillAssets(owner, invoice)
  await fillManualEntry(owner, invoice)
  await fillBank(owner)
  await owner.post('/bill-inbox', { code: qrText() })
  await owner.upload('/imports', { kind: 'customers' }, 'import_file', 'name,email\nمؤسسة الندى,nada@example.sa')
  await owner.post('/roles', { name: 'محاسب', description: 'يسجل الفواتير والسندات' })
  await owner.post('/inventory/counts', {
    count_date: invoice.invoice_date,
    branch_id: invoice.branch_id,
    lines: [{ product_id: product, counted: '90' }],
  })
  await fillPlaces(owner, invoice, product)
}

/** A store room and a showroom that got some of its goods. */
async function fillPlaces(
  owner: Organization,
  { branch_id, invoice_date: transfer_date }: { branch_id: number; invoice_date: string },
  product_id: number,
): Promise<void> {
  const add = (name: string) => owner.post('/inventory/places', { name, branch_id, status: 'active' })
  const [main, shop] = [await add('المستودع الرئيسي'), await add('المعرض')]
  const places = { from_place_id: main.id, to_place_id: shop.id }
  const sent = { ...places, transfer_date, in_transit: true, items: [{ product_id, quantity: 3 }] }
  await owner.post('/inventory/transfers', sent)
  await owner.post('/inventory/transfers', { ...places, transfer_date, items: [{ product_id, quantity: 12 }] })
}

/** A quotation that was sent and orders that were confirmed, each partly invoiced, and the drafts of others. */
async function fillOrders(
  owner: Organization,
  { branch_id, currency_id, tax_id }: { branch_id: number; currency_id: number; tax_id: number },
  { customer, supplier, product }: { customer: number; supplier: number; product: number },
): Promise<void> {
  const row = { product_id: product, quantity: 12, price: 45, tax_rate: 15 }
  const order = { order_date: today(), branch_id, currency_id, tax_id, items: [row, { ...row, quantity: 3 }] }
  const sale = { ...order, customer_id: customer }
  // Goods that moved before their invoice and their bill.
  for (const [path, body, moves] of [
    ['/sales-orders', sale, 'delivery-note'],
    ['/purchase-orders', { ...order, supplier_id: supplier }, 'goods-receipt'],
  ] as const) {
    const { id } = await owner.post(path, body)
    await owner.post(`${path}/${id}/confirm`, {})
    await owner.post(`${path}/${id}/${moves}`, {})
  }
  const kinds = [
    ['/quotations', { ...sale, valid_until: addDays(today(), 30) }, 'send', 'sales-order'],
    ['/sales-orders', { ...sale, po_number: 'PO 7' }, 'confirm', 'invoice'],
    ['/purchase-orders', { ...order, supplier_id: supplier }, 'confirm', 'bill'],
  ] as const
  for (const [path, body, agree, become] of kinds) {
    const { id } = await owner.post(path, body)
    await owner.post(`${path}/${id}/${agree}`, {})
    await owner.post(`${path}/${id}/${become}`, {})
    await owner.post(path, body)
  }
}

/** A finished bank reconciliation and a draft. */
async function fillBank(owner: Organization): Promise<void> {
  const [cash] = await owner.get('/accounting/accounts/list?purpose=cash')
  const lines = `Date,Description,Amount\n${today()},تحويل,100`
  await owner.upload('/bank/statements', { account_id: String(cash.id) }, 'statement_file', lines)
  const statement = { account_id: cash.id, statement_balance: '0' }
  await owner.post('/accounting/bank-reconciliations', { ...statement, statement_date: addDays(today(), -1) })
  await owner.post('/accounting/bank-reconciliations', { ...statement, statement_date: today(), status: 'draft' })
}

/** An advance tax invoice, as an invoice is but for its number. */
async function fillAdvance(owner: Organization, made: Made): Promise<void> {
  const { invoice_date, branch_id, currency_id, customer_id, tax_id, items } = made
  const { number: invoice_number } = await owner.get('/advance-invoices/next-number')
  await owner.post('/advance-invoices', {
    invoice_number,
    invoice_date,
    due_date: invoice_date,
    branch_id,
    currency_id,
    customer_id,
    tax_id,
    items: items?.map(({ product_id, tax_rate }) => ({ product_id, tax_rate, quantity: 1, price: 40 })),
  })
}

type Made = {
  customer_id?: number
  tax_id?: number
  items?: { product_id: number; tax_rate: number }[]
  id: number
  branch_id: number
  currency_id: number
  invoice_date?: string
  bill_date?: string
}

async function pay(owner: Organization, made: Made, path: string, party: object): Promise<void> {
  const [method] = await owner.get('/payment-methods/list')
  const { branch_id, currency_id } = made
  const { number: payment_number } = await owner.get(`${path}/next-number`)
  await owner.post(path, {
    payment_number,
    payment_date: made.invoice_date ?? made.bill_date,
    branch_id,
    currency_id,
    ...party,
    payment_method_id: method.id,
    amount: 400,
    references: [{ reference_id: made.id, amount: 400 }],
  })
}

/** An asset of the opening year, of which a part was sold. */
async function fillAssets(owner: Organization, { branch_id, invoice_date }: Made): Promise<void> {
  const accounts = (await owner.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const accountOf = (number: string) => accounts.find((account) => account.number === number)?.id
  const { id: asset_class_id } = await owner.post('/accounting/asset-classes', {
    name: 'سيارات',
    name_en: 'Vehicles',
    method: 'months',
    life_months: 60,
    vat_kind: 'movable',
    status: 'active',
    cost_account_id: accountOf('120105'),
    accumulated_account_id: accountOf('120204'),
    tax_pool: 'machines',
    expense_account_id: accountOf('520401'),
    disposal_account_id: accountOf('420104'),
  })
  const { id } = await owner.post('/accounting/assets', {
    name: 'سيارة توصيل',
    name_en: 'Delivery van',
    asset_class_id,
    branch_id,
    cost: '60000',
    vat: '9000',
    acquired_on: `${invoice_date?.slice(0, 4)}-01-01`,
    place: 'الفرع الرئيسي',
    keeper: 'سالم',
  })
  const sold = { date: invoice_date, how: 'sold', cost: '6000', proceeds: '4000', account_id: accountOf('110103') }
  await owner.post(`/accounting/assets/${id}/dispose`, sold)
}

async function fillManualEntry(owner: Organization, { branch_id, invoice_date }: Made): Promise<void> {
  const accounts = (await owner.get('/accounting/accounts/list')) as { id: number; number: string; type: string }[]
  const accountOf = (prefix: string) =>
    accounts.find(({ number, type }) => type === 'sub' && number.startsWith(prefix))?.id
  const { number } = await owner.get('/accounting/journal-entries/next-number')
  await owner.post('/accounting/journal-entries', {
    journal_number: number,
    journal_date: invoice_date,
    branch_id,
    currency_id: 1,
    lines: [
      { account_id: accountOf('5'), debit: '100', credit: '0' },
      { account_id: accountOf('1101'), debit: '0', credit: '100' },
    ],
  })
  await owner.post('/vat-adjustments', {
    adjustment_date: invoice_date,
    direction: 'decrease',
    amount: '120.5',
    account_id: accountOf('5204'),
    branch_id,
    reason: 'فاتورة لم تُدرج في إقرار الربع السابق',
  })
}

/** The QR code of a supplier's simplified invoice, as a scanner reads it: fields of tag, length and text in base64. */
function qrText(): string {
  const fields = ['مورد القهوة', '310122393500003', `${today()}T10:00:00`, '115.00', '15.00']
  const bytes = fields.map((text, index) =>
    Buffer.concat([Buffer.from([index + 1, Buffer.byteLength(text)]), Buffer.from(text)]),
  )
  return Buffer.concat(bytes).toString('base64')
}
