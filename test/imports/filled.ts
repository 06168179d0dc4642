import type { TestApp } from '../harness/api.ts'
import { accountId, billBody, bodies, journalBody } from '../harness/bodies.ts'
import { bearCosts } from '../harness/history/bear-costs.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  registeredBody,
  today,
} from '../harness/organization.ts'
import { trackedProduct } from '../lots/tracked-product.ts'

/** An organization with what the companies of the quarters lack: a record of every other source of an entry. */
export async function filledOrganization(app: TestApp, year: string): Promise<Organization> {
  const owner = await createOrganization(app, registeredBody)
  const day = (text: string) => `${year}-${text}`
  const { post, get } = callsOf(owner)
  const { ids } = owner
  const accounts = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
  const account = (number: string) => accounts.find((one) => one.number === number)?.id as number
  await openBooks(owner, day('01-01'))
  const bill = await post('/bills', billBody(owner, { bill_date: day('02-01'), due_date: day('03-01') }))
  await post(
    '/bills',
    billBody(owner, {
      bill_date: day('02-02'),
      due_date: day('03-01'),
      items: [
        {
          product_id: ids.service,
          quantity: 1,
          price: 1200,
          tax_rate: 15,
          spread_from: day('02-01'),
          spread_months: 12,
        },
      ],
    }),
  )
  const advance = await post(
    '/advance-invoices',
    invoiceBody(owner, {
      invoice_number: 'ADV-X',
      invoice_date: day('02-03'),
      due_date: day('02-03'),
      items: [{ product_id: ids.service, quantity: 1, price: 400, tax_rate: 15 }],
    }),
  )
  const invoice = await post(
    '/invoices',
    invoiceBody(owner, {
      invoice_date: day('02-10'),
      due_date: day('03-10'),
      notes: 'شكراً',
      po_number: 'PO-1',
      advances: [{ advance_id: advance.id, amount: 100 }],
      items: [{ product_id: ids.service, quantity: 2, price: 500, tax_rate: 15 }],
    }),
  )
  const kept = { retention_percent: 10, retention_basis: 'net' }
  const work = await post(
    '/invoices',
    invoiceBody(owner, {
      ...kept,
      invoice_date: day('02-11'),
      due_date: day('03-11'),
      retention_release_date: day('12-31'),
      items: [{ product_id: ids.service, quantity: 1, price: 1000, tax_rate: 15 }],
    }),
  )
  await post(`/invoices/${work.id}/retention-releases`, { date: day('02-13'), amount: 40, reason: 'التسليم' })
  await post(
    '/bills',
    billBody(owner, { ...kept, retention_basis: 'gross', bill_date: day('02-11'), due_date: day('03-11') }),
  )
  await post('/customs-declarations', {
    ...(await bodies.customsDeclarations(owner)),
    declaration_date: day('02-12'),
    due_date: day('02-20'),
    bill_ids: [bill.id],
    lines: [{ product_id: ids.goods, quantity: '10', value: '950' }],
  })
  await moveGoods(owner, day('02-14'))
  await bearCosts(owner, bill.id, day('02-14'))
  await post('/accounting/set-offs', {
    set_off_date: day('02-15'),
    branch_id: ids.branch,
    currency_id: ids.currency,
    customer_id: ids.customer,
    supplier_id: ids.supplier,
    receivables: [{ reference_id: invoice.id, amount: 20 }],
    payables: [{ reference_id: bill.id, amount: 20 }],
  })
  await post('/credit-notes', {
    reference_number: 'OLD-7',
    reference_date: day('01-01'),
    note_date: day('02-16'),
    reason: 'مرتجع',
    reason_code: 'value_amended',
    customer_id: ids.customer,
    branch_id: ids.branch,
    currency_id: ids.currency,
    tax_id: ids.tax,
    items: [{ product_id: ids.service, quantity: 1, price: 30, tax_rate: 15 }],
  })
  const receipt = await post(
    '/accounting/income-payments',
    paymentBody(owner, {
      payment_date: day('02-17'),
      amount: 700,
      references: [{ reference_id: invoice.id, amount: 300 }],
    }),
  )
  await post(`/accounting/income-payments/${receipt.id}/refund`, {
    refund_date: day('02-18'),
    amount: 50,
    payment_method_id: ids.method,
  })
  await allocateCredit(owner, invoice.id, day('02-19'))
  const entry = await post('/accounting/journal-entries', await journalBody(owner, { journal_date: day('02-20') }))
  await post(`/accounting/journal-entries/${entry.id}/reverse`, { date: day('02-25'), reason: 'تكرار' })
  await post('/vat-adjustments', {
    adjustment_date: day('02-26'),
    direction: 'decrease',
    amount: '120.5',
    account_id: account('520401'),
    branch_id: ids.branch,
    reason: 'فاتورة لم تُدرج',
  })
  await post('/inventory/counts', {
    count_date: day('02-27'),
    branch_id: ids.branch,
    lines: [{ product_id: ids.goods, counted: '1003' }],
  })
  await withhold(owner, day)
  await listPrices(owner)
  await placeGoods(owner, day)
  await trackedGoods(owner, day)
  await ownAssets(owner, day)
  await closeYearBefore(owner, String(Number(year) - 1))
  return owner
}

/** Payments to a non-resident: a month that is filed with its number, and one that is not. */
async function withhold(owner: Organization, day: (text: string) => string): Promise<void> {
  const { post } = callsOf(owner)
  const pay = (payment_date: string, said: object) => {
    const { customer_id: _, ...paid } = paymentBody(owner, { payment_date })
    return post('/accounting/expense-payments', { ...paid, supplier_id: owner.ids.supplier, amount: 1000, ...said })
  }
  const treaty = { withholding_type: 'royalties', withholding_rate: '7.5', withholding_certificate: 'UK-77' }
  await pay(day('02-14'), treaty)
  await pay(day('02-15'), { ...treaty, withholding_rate: '0' })
  await pay(day('03-02'), { withholding_type: 'rent' })
  await pay(day('03-03'), { withholding_type: 'rent', withholding_borne: true })
  const filed = `/withholding-periods/${day('02-28').replaceAll('-', '')}`
  await post(`${filed}/file`, {})
  await post(`${filed}/reference`, { authority_reference: 'WHT-1' })
}

/** A list of a customer and one for everyone. */
async function listPrices({ post, ids }: Organization): Promise<void> {
  const list = { currency_id: ids.currency, status: 'active' }
  const items = [
    { product_id: ids.goods, price: '90.5' },
    { product_id: ids.goods, from_quantity: '10.5', percent_off: '12.5' },
  ]
  const customers = [{ customer_id: ids.customer }]
  expectOk(await post('/price-lists', { ...list, name: 'الجملة', audience: 'customers', customers, items }))
  const days = { starts_on: '2026-01-01', ends_on: '2026-12-31', prices_include_tax: true }
  const all = { ...list, ...days, name: 'الموسم', name_en: 'Season', audience: 'everyone', status: 'inactive' }
  expectOk(await post('/price-lists', { ...all, items: [{ product_id: ids.service, price: 115 }] }))
}

/** A batch product and one with serial numbers: bought, sold, moved, counted and given back in part. */
async function trackedGoods(owner: Organization, day: (text: string) => string): Promise<void> {
  const { post } = owner
  const places = expectOk(await owner.get('/inventory/places/list')).body.data as { id: number }[]
  const [from_place_id, to_place_id] = places.map(({ id }) => id)
  const lots = [
    { number: 'دفعة 1', expires_on: day('12-31'), quantity: 6 },
    { number: 'B=2', expires_on: day('11-30'), quantity: 4 },
  ]
  const kinds = [
    { tracking: 'batch', lots, part: [{ number: 'B=2' }] },
    { tracking: 'serial', lots: [{ number: 'SN-1' }, { number: 'SN-2' }], part: [{ number: 'SN-2' }] },
  ] as const
  for (const { tracking, lots: bought, part } of kinds) {
    const product_id = await trackedProduct(owner, tracking, tracking === 'batch')
    const quantity = tracking === 'batch' ? 10 : 2
    const row = { product_id, price: 60, tax_rate: 15 }
    const dated = { due_date: day('03-30'), place_id: from_place_id }
    const bill = { ...dated, bill_number: `LOT-${tracking}`, bill_date: day('02-20') }
    expectOk(await post('/bills', billBody(owner, { ...bill, items: [{ ...row, quantity, lots: bought }] })))
    const sale = { ...dated, invoice_date: day('02-24'), items: [{ ...row, quantity: 1, lots: part }] }
    const sold = await idOf(post('/invoices', invoiceBody(owner, sale)))
    const back = { note_date: day('02-25'), reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
    expectOk(await post(`/invoices/${sold}/credit-note`, back))
    const moved = {
      transfer_date: day('02-26'),
      from_place_id,
      to_place_id,
      items: [{ product_id, quantity: 1, lots: part }],
    }
    expectOk(await post('/inventory/transfers', moved))
    const counted = { count_date: day('02-27'), branch_id: owner.ids.branch, place_id: to_place_id }
    expectOk(await post('/inventory/counts', { ...counted, lines: [{ product_id, counted: 0 }] }))
  }
}

/** The main place and two others, of which the last is closed again. */
async function placeGoods(owner: Organization, day: (text: string) => string): Promise<void> {
  const { post, ids } = owner
  const place = (name: string) => idOf(post('/inventory/places', { name, branch_id: ids.branch, status: 'active' }))
  const [main, shop, van] = [await place('المخزن'), await place('المعرض'), await place('السيارة')]
  const move = (
    transfer_date: string,
    from_place_id: number | undefined,
    to_place_id: number | undefined,
    quantity: string,
  ) =>
    idOf(
      post('/inventory/transfers', {
        transfer_date,
        from_place_id,
        to_place_id,
        notes: 'تحويل',
        items: [{ product_id: ids.goods, quantity }],
      }),
    )
  await move(day('02-27'), main, shop, '12.5')
  const lines = [{ product_id: ids.goods, counted: '13' }]
  expectOk(await post('/inventory/counts', { count_date: day('02-28'), branch_id: ids.branch, place_id: shop, lines }))
  await move(day('02-28'), shop, van, '2.25')
  await move(day('02-28'), van, main, '2.25')
  // Sent in two steps: a part arrived, a part went back, the rest is on the way.
  const goods = (quantity: string) => [{ product_id: ids.goods, quantity }]
  const sending = { transfer_date: day('02-28'), from_place_id: main, to_place_id: shop, in_transit: true }
  const sent = await idOf(post('/inventory/transfers', { ...sending, items: goods('6') }))
  for (const part of [{ items: goods('3.5') }, { items: goods('1'), to_source: true }])
    expectOk(await post(`/inventory/transfers/${sent}/receive`, { transfer_date: day('02-28'), ...part }))
  // A bill and an invoice of the shop, and what came back of the invoice to the van.
  const items = [{ product_id: ids.goods, quantity: '3.5', price: 60, tax_rate: 15 }]
  const dated = { due_date: day('03-30'), place_id: shop, items }
  expectOk(await post('/bills', billBody(owner, { ...dated, bill_number: 'SHOP-1', bill_date: day('02-28') })))
  const sold = await idOf(post('/invoices', invoiceBody(owner, { ...dated, invoice_date: day('02-28') })))
  const returned = {
    note_date: day('02-28'),
    reason: 'مرتجع',
    place_id: van,
    lines: [{ line_number: 1, quantity: '1.5' }],
  }
  expectOk(await post(`/invoices/${sold}/credit-note`, returned))
  await move(day('02-28'), van, main, '1.5')
  expectOk(await post(`/inventory/places/${van}`, { name: 'السيارة', branch_id: ids.branch, status: 'inactive' }))
}

/** Assets of a bill and of other books: one is sold in part, one revised and impaired, one sold and taken back, one cancelled. */
async function ownAssets(owner: Organization, day: (text: string) => string): Promise<void> {
  const { post } = callsOf(owner)
  const { ids } = owner
  const { id: asset_class_id } = await post('/accounting/asset-classes', {
    ...(await bodies.assetClasses(owner)),
    residual_percent: '5',
    tax_pool: 'machines',
    vat_kind: 'movable',
  })
  const product = { ...(await bodies.products(owner)), product_type_id: 2, unlimited_quantity: true, code: 'FA' }
  const expense_account_id = await accountId(owner, '120104')
  const { id: product_id } = await post('/products', { ...product, quantity: '', expense_account_id })
  const items = [{ product_id, quantity: 3, price: 1000, tax_rate: 15 }]
  const bought = { bill_date: day('01-15'), due_date: day('02-15'), items }
  const { id } = await post('/bills', billBody(owner, bought))
  const { ids: pieces } = await post(`/bills/${id}/assets`, { line_number: 1, asset_class_id, units: 2, place: 'جدة' })
  const [first, second] = pieces as [number, number]
  const account_id = await accountId(owner, '110103')
  const sold = { how: 'sold', account_id, date: day('02-10') }
  await post(`/accounting/assets/${first}/dispose`, { ...sold, cost: '400', proceeds: '300' })
  await post(`/accounting/assets/${second}/dispose`, { ...sold, proceeds: '700' })
  await post(`/accounting/assets/${second}/restore`, {})
  const brought = {
    name: 'سيارة',
    asset_class_id,
    branch_id: ids.branch,
    acquired_on: day('01-01'),
    cost: '60000',
    vat: '9000',
    opening_accumulated: '950',
    depreciated_to: day('01-31'),
  }
  const car = (await post('/accounting/assets', brought)).id
  await post(`/accounting/assets/${car}/revise`, { date: day('02-03'), life_months: 40, reason: 'استعمال' })
  await post(`/accounting/assets/${car}/impair`, { date: day('02-04'), amount: '1500', reason: 'حادث' })
  const byUse = { ...(await bodies.assetClasses(owner)), name: 'شاحنات', method: 'units', life_months: '' }
  const trucks = (await post('/accounting/asset-classes', byUse)).id
  const { depreciated_to: _, life_months: __, ...used } = brought as typeof brought & { life_months?: number }
  const truck = (await post('/accounting/assets', { ...used, asset_class_id: trucks, life_units: '1000' })).id
  await post(`/accounting/assets/${truck}/readings`, { date: day('02-05'), reading: '40' })
  await post(`/accounting/assets/${truck}/readings`, { date: day('02-05'), reading: '90' })
  await post(`/accounting/assets/${truck}/restore`, {})
  const vehicles = {
    ...(await bodies.assetClasses(owner)),
    name: 'مركبات',
    cost_account_id: await accountId(owner, '120105'),
    accumulated_account_id: await accountId(owner, '120204'),
  }
  const asset_class_id_after = (await post('/accounting/asset-classes', vehicles)).id
  // Today: the background may have posted its months until the last one.
  await post(`/accounting/assets/${car}/transfer`, { date: today(), asset_class_id: asset_class_id_after })
  const gone = (await post('/accounting/assets', brought)).id
  expectOk(await owner.remove(`/accounting/assets/${gone}`))
}

/** A year of one entry, closed. */
async function closeYearBefore(owner: Organization, name: string): Promise<void> {
  const { post } = callsOf(owner)
  const ends = { started_at: `${name}-01-01`, ended_at: `${name}-12-31` }
  const { id } = await post('/accounting/financial-years', { name, type: 'yearly', ...ends })
  await post(`/accounting/financial-years/${id}/change-status`, { status: 'open' })
  await post('/accounting/journal-entries', await journalBody(owner, { journal_date: `${name}-06-30` }))
  await post(`/accounting/financial-years/${id}/change-status`, { status: 'closed', waive_vat: true })
}

async function openBooks(owner: Organization, opening_date: string): Promise<void> {
  const { post } = callsOf(owner)
  const { ids } = owner
  expectOk(
    await owner.post(`/products/${ids.goods}`, {
      ...(await bodies.products(owner)),
      code: 'G1',
      barcodes: ['6281000000014', 'G1-BOX'],
      name: 'سلعة',
      quantity: '0',
    }),
  )
  const item = (number: string, amount: string) => ({ number, amount, currency_id: ids.currency })
  await post('/accounting/opening', {
    opening_date,
    branch_id: ids.branch,
    receivables: [{ ...item('OR-1', '500'), customer_id: ids.customer, due_date: opening_date }],
    payables: [{ ...item('OP-1', '300'), supplier_id: ids.supplier, due_date: opening_date }],
    customer_credits: [{ ...item('OC-1', '250'), customer_id: ids.customer }],
    supplier_credits: [{ ...item('OS-1', '150'), supplier_id: ids.supplier }],
    stock: [{ product_id: ids.goods, quantity: '1000', unit_cost: '12.5' }],
  })
  await post('/accounting/opening/clear', { date: opening_date, capital: '1000' })
}

/** Part of the opening credit of the customer settles an invoice. */
async function allocateCredit(owner: Organization, invoice: number, date: string): Promise<void> {
  const { get, post } = callsOf(owner)
  const { customer_credits } = await get('/accounting/opening')
  const [credit] = customer_credits as { id: number }[]
  await post(`/accounting/opening/customer-credits/${credit?.id}/allocate`, {
    date,
    references: [{ reference_id: invoice, amount: 40 }],
  })
}

/** Goods of orders: delivered and invoiced in part, received and not billed. */
async function moveGoods(owner: Organization, day: string): Promise<void> {
  const { post, get } = callsOf(owner)
  const { ids } = owner
  const head = { order_date: day, branch_id: ids.branch, currency_id: ids.currency, tax_id: ids.tax }
  const items = [{ product_id: ids.goods, quantity: 10, price: 70, tax_rate: 15 }]
  for (const [orders, notes, party] of [
    ['/sales-orders', '/delivery-notes', { customer_id: ids.customer }],
    ['/purchase-orders', '/goods-receipts', { supplier_id: ids.supplier }],
  ] as const) {
    const { id } = await post(orders, { ...head, ...party, items })
    await post(`${orders}/${id}/confirm`, {})
    const [row] = (await get(`${orders}/${id}`)).items
    const note = await post(notes, { note_date: day, items: [{ order_line_id: row.id, quantity: 6 }] })
    const taken = { ...items[0], quantity: 2, order_line_id: row.id, goods_line_id: note.items[0].id }
    if (notes === '/delivery-notes') await post('/invoices', invoiceBody(owner, { invoice_date: day, items: [taken] }))
  }
}
