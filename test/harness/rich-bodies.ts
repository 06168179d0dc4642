import type { resources } from '#contract/index.ts'
import { type Body, billBody, bodies, journalBody } from './bodies.ts'
import { callsOf, idOf, invoiceBody, type Organization } from './organization.ts'

type Name = keyof typeof resources
/** Optional fields added to a minimal body, so that every field of the form has a value. */
export type Rich = { body: Body /** A change that replaces everything. */; change?: Body }

const fixed = (name: Name, more: Body, change?: Body) => async (owner: Organization) => ({
  body: { ...(await bodies[name](owner)), ...more },
  ...(change && { change }),
})
const named = { name_en: 'In English' }
const national = {
  street: 'شارع العليا',
  building_number: '1234',
  additional_number: '5678',
  district: 'العليا',
  postal_code: '12345',
}
const address = {
  ...named,
  phone: '0112345678',
  mobile: '0501234567',
  tax_number: '310122393500003',
  commercial_registration: '1010101010',
  identifier_scheme: 'NAT',
  identifier_value: '1098213457',
  city_name: 'ينبع',
  address: 'الرياض',
  payment_terms_days: 30,
  ...national,
}
const withheld = {
  withholding_rate: '5',
  withholding_type: 'royalties',
  withholding_certificate: 'UK-77',
  withholding_borne: true,
}
const retention = { retention_percent: '5', retention_basis: 'gross', retention_release_date: '2099-12-31' }
const memo = {
  notes: 'ملاحظة',
  supply_date: '2026-01-05',
  supply_end_date: '2026-01-31',
  po_number: 'PO-1',
  contract_number: 'C-1',
  payment_terms: 'ثلاثون يومًا',
  payment_means: '42',
  prices_include_tax: true,
  discount_amount: '',
  discount_percent: '5',
}
const account = async (owner: Organization, number: string): Promise<number> =>
  (await callsOf(owner).get('/accounting/accounts/list')).find((one: { number: string }) => one.number === number).id
const center = (owner: Organization) => {
  const number = String(Math.floor(Math.random() * 1e9))
  return idOf(
    owner.post('/accounting/cost-centers', {
      number,
      name: `مركز ${number}`,
      name_en: `C ${number}`,
      type: 'sub',
      status: 'active',
    }),
  )
}

/** Another place than the main one. */
const place = async (owner: Organization) => (await bodies.stockTransfers(owner)).to_place_id

const ordered = async (owner: Organization) => ({
  place_id: await place(owner),
  notes: 'ملاحظة',
  po_number: 'PO-1',
  payment_terms: 'ثلاثون يومًا',
  prices_include_tax: true,
  discount_amount: '',
  discount_percent: '5',
  cost_center_id: await center(owner),
})

const productAccounts = async (owner: Organization) => ({
  income_account_id: await account(owner, '410101'),
  expense_account_id: await account(owner, '520401'),
})

export const richBodies: Record<Name, (owner: Organization) => Promise<Rich>> = {
  users: async (owner) => {
    const role_id = await idOf(owner.post('/roles', await bodies.roles(owner)))
    return fixed('users', {
      mobile: '0501234567',
      role_id,
      place_id: await place(owner),
      place_ids: [await place(owner)],
    })(owner)
  },
  roles: fixed('roles', { description: 'وصف', second_factor_required: true }),
  financialYears: fixed('financialYears', { description: 'وصف' }),
  journalEntries: async (owner) => {
    const body = await journalBody(owner, { description: 'قيد الرواتب' })
    const lines = (body.lines as Body[]).map((line) => ({ ...line, description: 'سطر' }))
    return { body, change: { lines } }
  },
  stockPlaces: fixed('stockPlaces', { ...named, is_usual: true }),
  stockTransfers: fixed('stockTransfers', { notes: 'سيارة التوزيع', in_transit: true }, { notes: 'سيارة التوزيع' }),
  branches: fixed('branches', {
    ...named,
    mobile: '0501234567',
    phone: '0112345678',
    address: 'الرياض',
    ...national,
    commercial_registration: '1010101011',
    registration_scheme: 'CRN',
    short_address: 'RRRD2929',
  }),
  taxes: fixed('taxes', {
    rate: '0',
    treatment: 'exempt',
    exemption_code: 'VATEX-SA-30',
    exemption_reason: 'إيجار سكني',
    exemption_reason_en: 'Residential rent',
  }),
  paymentMethods: async (owner) =>
    fixed('paymentMethods', { ...named, outgoing_account_id: await account(owner, '210104') })(owner),
  units: fixed('units', named),
  productCategories: async (owner) =>
    fixed('productCategories', { ...named, ...(await productAccounts(owner)) })(owner),
  products: async (owner) =>
    fixed(
      'products',
      {
        ...named,
        description: 'وصف',
        sku: `S${crypto.randomUUID().slice(0, 6)}`,
        barcodes: [`B${crypto.randomUUID().slice(0, 8)}`],
        unlimited_quantity: true,
        reorder_point: '5',
        reorder_quantity: '12.5',
        tracking: 'batch',
        tracks_expiry: true,
        weight: '0.250001',
        apply_tax: true,
        ...(await productAccounts(owner)),
      },
      { sale_price: '99' },
    )(owner),
  productUnits: (owner) =>
    fixed('productUnits', {
      purchase_price: '70',
      barcodes: [`U${crypto.randomUUID().slice(0, 8)}`],
      usual_for_sales: true,
      usual_for_purchases: true,
    })(owner),
  stockCounts: async (owner) => ({
    body: { ...(await bodies.stockCounts(owner)), notes: 'جرد', place_id: await place(owner) },
    change: { lines: [{ product_id: owner.ids.goods, counted: '989' }] },
  }),
  customers: fixed('customers', {
    ...address,
    credit_limit: '5000',
    credit_lifted_until: '2027-01-31',
    credit_lift_reason: 'عقد جديد',
  }),
  suppliers: fixed('suppliers', address),
  invoices: async (owner) => {
    const advance = { items: [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 15 }] }
    const advance_id = await idOf(owner.post('/advance-invoices', invoiceBody(owner, advance)))
    const items = [{ product_id: owner.ids.service, quantity: 2, price: 500, tax_rate: 15 }]
    const own = { audience: 'simplified', transaction_kind: 'third_party', cost_center_id: await center(owner) }
    const more = {
      ...memo,
      ...retention,
      ...own,
      place_id: await place(owner),
      advances: [{ advance_id, amount: 100 }],
    }
    return { body: invoiceBody(owner, more), change: { items } }
  },
  advanceInvoices: fixed('advanceInvoices', { ...memo, audience: 'simplified', transaction_kind: 'third_party' }),
  bills: async (owner) => ({
    body: billBody(owner, { ...memo, ...retention, cost_center_id: await center(owner), place_id: await place(owner) }),
    change: { items: [{ product_id: owner.ids.goods, quantity: 5, price: 60, tax_rate: 15 }] },
  }),
  quotations: async (owner) => fixed('quotations', await ordered(owner))(owner),
  salesOrders: async (owner) => fixed('salesOrders', { ...(await ordered(owner)), wanted_on: '2099-01-31' })(owner),
  purchaseOrders: async (owner) =>
    fixed('purchaseOrders', { ...(await ordered(owner)), wanted_on: '2099-01-31' })(owner),
  customsDeclarations: async (owner) => {
    const bill = await idOf(owner.post('/bills', billBody(owner)))
    const more = { vat_base: '1010', vat: '150', bill_ids: [bill], notes: 'ملاحظة' }
    return {
      body: { ...(await bodies.customsDeclarations(owner)), ...more },
      change: { duty: '60' },
    }
  },
  incomePayments: async (owner) => ({
    body: { ...(await bodies.incomePayments(owner)), notes: 'ملاحظة', fee: '2', fee_tax: '0.3' },
    change: { amount: 120 },
  }),
  assetClasses: fixed('assetClasses', {
    ...named,
    residual_percent: '5',
    tax_pool: 'machines',
    vat_kind: 'movable',
    declining_percent: '20',
    life_units: '1000',
  }),
  zakatYears: async (owner) => ({
    body: { ...(await bodies.zakatYears(owner)), assessed: 500, law_version: '2024-01-01' },
    change: { basis: 'hijri' },
  }),
  zakatAdjustments: async (owner) => ({ body: await bodies.zakatAdjustments(owner), change: { effect: 'lower' } }),
  priceLists: async (owner) => ({
    body: {
      ...(await bodies.priceLists(owner)),
      ...named,
      audience: 'branch',
      branch_id: owner.ids.branch,
      prices_include_tax: true,
      customers: [{ customer_id: owner.ids.customer }],
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
      items: [{ product_id: owner.ids.goods, from_quantity: 5, price: 95 }],
    },
  }),
  forecastRows: fixed('forecastRows', { repeats: 'month', until_on: '2027-06-27' }),
  expensePayments: async (owner) => ({
    body: { ...(await bodies.expensePayments(owner)), notes: 'ملاحظة', ...withheld },
    change: { amount: 120 },
  }),
}
