import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { runOf, undoOf } from './import-files.ts'

// What an import and its undo leave: no record of masters, no balance of an account, no stock, no tax, no open item.

let app: TestApp
let owner: Organization
let organization = 0
const year = today().slice(0, 4)
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  await fill()
  await addPlaces()
  organization = await withSuperuser(app, async (client) =>
    Number((await client.query('SELECT max(organization_id) AS id FROM organizations')).rows[0].id),
  )
})

/** A paper of each side that others can refer to. */
async function fill(): Promise<void> {
  const { post } = callsOf(owner)
  const due_date = `${year}-03-01`
  await post('/invoices', invoiceBody(owner, { invoice_number: 'BASE-1', invoice_date: `${year}-02-01`, due_date }))
  const kept = { retention_percent: 10, retention_basis: 'net' }
  await post(
    '/invoices',
    invoiceBody(owner, { ...kept, invoice_number: 'BASE-4', invoice_date: `${year}-02-01`, due_date }),
  )
  await post('/bills', billBody(owner, { bill_number: 'BASE-2', bill_date: `${year}-02-01`, due_date }))
  const service = [{ product_id: owner.ids.service, quantity: 1, price: 30, tax_rate: 15 }]
  await post(
    '/bills',
    billBody(owner, { bill_number: 'FREIGHT', bill_date: `${year}-02-01`, due_date, items: service }),
  )
  const receipt = { payment_number: 'BASE-3', payment_date: `${year}-02-02`, amount: 200 }
  await post('/accounting/income-payments', paymentBody(owner, receipt))
  const {
    customer: customer_id,
    supplier: supplier_id,
    branch: branch_id,
    currency: currency_id,
    tax: tax_id,
    goods,
  } = owner.ids
  const items = [{ product_id: goods, quantity: 9, price: 50, tax_rate: 15 }]
  const order = { order_date: `${year}-02-01`, branch_id, currency_id, tax_id, items }
  for (const [path, party] of [
    ['/sales-orders', { customer_id }],
    ['/purchase-orders', { supplier_id }],
  ] as const) {
    const { id } = await post(path, { ...order, ...party })
    await post(`${path}/${id}/confirm`, {})
  }
}

/** Two places, of which the first has all goods. */
async function addPlaces(): Promise<void> {
  const place = { branch_id: owner.ids.branch, status: 'active' }
  for (const name of ['الرئيسي', 'الفرعي']) expectOk(await owner.post('/inventory/places', { ...place, name }))
}

/** Rows of every table of the organization, but for those that remember what happened. */
const remembering =
  /^(set_offs|goods_.*|order_links|stock_count.*|refunds|write_offs|tax_adjustments|customs_.*|advance_deductions|opening_.*|deferral.*|imports|import_.*|audit_.*|journal_.*|manual_entr.*|documents?|document_(lines|taxes|revisions|counts.*|number.*)|tax_entries|payments|allocations|.*_revisions|.*balances|.*totals.*|trade_.*|stock_moves?|stock_transfer.*|retention_moves|landed_cost.*|place_.*|stock_layers?|.*sequences|number_series|.*counters?|issued_.*|idempotency.*|requests|sessions|hash.*|list_.*|outbox.*|stored_responses.*|known_.*|manual_transfer_candidates)$/
const countsOf = () =>
  withSuperuser(app, async (client) => {
    const { rows: tables } = await client.query(
      "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'organization_id' ORDER BY 1",
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables)
      if (!remembering.test(name))
        counts[name] = Number(
          (await client.query(`SELECT count(*) AS n FROM "${name}" WHERE organization_id = $1`, [organization])).rows[0]
            .n,
        )
    return counts
  })

/** Every figure that a report reads. */
const figuresOf = () =>
  withSuperuser(app, async (client) => {
    const ask = async (text: string) => (await client.query(text, [organization])).rows
    return {
      accounts: await ask(
        `SELECT account_id, sum(debit - credit)::text AS balance FROM journal_lines WHERE organization_id = $1 GROUP BY 1
         HAVING sum(debit - credit) <> 0 ORDER BY 1`,
      ),
      stock: await ask(
        'SELECT product_id, sum(quantity)::text AS quantity, sum(value)::text AS value FROM stock_items WHERE organization_id = $1 GROUP BY 1 ORDER BY 1',
      ),
      places: await ask(
        'SELECT product_id, place_id, quantity::text AS quantity FROM place_stocks WHERE organization_id = $1 AND quantity <> 0 ORDER BY 1, 2',
      ),
      zakat: await ask(
        'SELECT id, zakat_line FROM accounts WHERE organization_id = $1 AND zakat_line IS NOT NULL ORDER BY 1',
      ),
      tax: await ask(
        'SELECT box, sum(sign * base)::text AS base, sum(sign * tax)::text AS tax FROM tax_entries WHERE organization_id = $1 GROUP BY 1 HAVING sum(sign * base) <> 0 ORDER BY 1',
      ),
      open: await ask(
        "SELECT kind, number, (total - settled)::text AS remaining FROM documents WHERE organization_id = $1 AND state = 'posted' AND settled < total ORDER BY id",
      ),
      trade: await ask(
        'SELECT party_id, sum(net)::text AS net FROM trade_monthly_by_party WHERE organization_id = $1 GROUP BY 1 HAVING sum(net) <> 0 ORDER BY 1',
      ),
    }
  })

const files: Record<string, string[]> = {
  customers: ['الاسم,البريد الإلكتروني', 'شركة أ,a@example.sa', 'شركة ب,b@example.sa'],
  suppliers: ['الاسم,البريد الإلكتروني', 'مورد أ,s@example.sa'],
  accounts: ['رقم الحساب,اسم الحساب,النوع,الحساب الأب', '520299,مصروف جديد,sub,5202'],
  cost_centers: ['الرقم,الاسم,النوع', 'CC-9,مركز,main'],
  invoices: [
    'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر,نسبة الضريبة',
    `U-1,05/02/${year},عميل,S1,2,100,15`,
    `U-2,06/02/${year},عميل,S1,1,70,15`,
  ],
  journal_entries: [
    'رقم القيد,التاريخ,الحساب,مدين,دائن',
    `UJ-1,${year}-02-01,110101,12.5,`,
    `UJ-1,${year}-02-01,310101,,12.5`,
  ],
}

/** What the kinds of history refer to; each of them is taken back again. */
const history: Record<string, string[]> = {
  financial_years: ['السنة المالية,تاريخ البداية,تاريخ النهاية', '2019,2019-01-01,2019-12-31'],
  currency_rates: ['العملة,السعر,ساري من', `USD,3.76,${year}-01-01`],
  branches: ['اسم الفرع,البريد الإلكتروني', 'فرع جدة,j@example.sa'],
  taxes: ['اسم الضريبة,النسبة,المعاملة', 'أدوية,0,صفرية'],
  units: ['رمز الوحدة,الاسم', 'BX9,كرتون'],
  product_categories: ['التصنيف', 'أثاث'],
  payment_methods: ['طريقة الدفع,رقم الحساب', 'شبكة,110104'],
  opening_customer_credits: ['تاريخ الافتتاح,العميل,الرقم,الرصيد', `${year}-01-01,عميل,OC-1,90`],
  opening_supplier_credits: ['تاريخ الافتتاح,المورد,الرقم,الرصيد', `${year}-01-01,مورد,OS-1,80`],
  bills: ['رقم الفاتورة,تاريخ الفاتورة,المورد,الصنف,الكمية,السعر', `UB-1,${year}-02-05,مورد,G1,5,60`],
  customs_declarations: [
    'رقم البيان,تاريخ البيان,المورد,القيمة الجمركية,الرسوم الجمركية,الصنف,الكمية,القيمة',
    `UD-1,${today()},مورد,100,5,G1,1,100`,
  ],
  landed_costs: [
    'رقم الفاتورة,سطر الفاتورة,التاريخ,التوزيع,فاتورة البضاعة,سطر البضاعة',
    `FREIGHT,1,${today()},القيمة,BASE-2,1`,
  ],
  advance_invoices: ['رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر', `UA-1,${year}-02-05,عميل,S1,1,40`],
  credit_notes: [
    'رقم الإشعار,التاريخ,رقم الفاتورة,السبب,رقم السطر,المبلغ قبل الضريبة',
    `UC-1,${year}-02-10,BASE-1,سعر,1,50`,
  ],
  debit_notes: [
    'رقم الإشعار,التاريخ,رقم الفاتورة,السبب,رقم السطر,المبلغ قبل الضريبة',
    `UN-1,${year}-02-10,BASE-1,سعر,1,50`,
  ],
  supplier_credits: [
    'رقم الإشعار,التاريخ,رقم الفاتورة,المورد,السبب,الصنف,الكمية',
    `US-1,${today()},BASE-2,مورد,مرتجع,G1,1`,
  ],
  quotations: [
    'رقم العرض,التاريخ,صالح حتى,العميل,الصنف,الكمية,السعر,الحالة',
    `UQ-1,${year}-02-01,${year}-12-31,عميل,S1,2,50,مقبول`,
  ],
  sales_orders: ['رقم الأمر,التاريخ,العميل,الصنف,الكمية,السعر,الحالة', `UO-1,${year}-02-01,عميل,S1,2,50,مؤكد`],
  purchase_orders: ['رقم الأمر,التاريخ,المورد,الصنف,الكمية,السعر', `UB-1,${year}-02-01,مورد,S1,2,50`],
  delivery_notes: ['رقم السند,التاريخ,رقم الأمر,الصنف,الكمية', `UD-1,${today()},SO-${year}-000001,G1,3`],
  goods_receipts: ['رقم السند,التاريخ,رقم الأمر,الصنف,الكمية', `UG-1,${today()},PO-${year}-000001,G1,3`],
  starting_stock: ['التاريخ,الصنف,الكمية,تكلفة الوحدة', `${today()},G1,4,60`],
  stock_counts: ['رقم الجرد,تاريخ الجرد,الصنف,الفرق', `UK-1,${today()},G1,-2`],
  expense_payments: [
    'رقم السند,التاريخ,المورد,طريقة الدفع,المبلغ,رقم الفاتورة',
    `UP-1,${year}-03-01,مورد,نقدي,90,BASE-2`,
  ],
  allocations: ['التاريخ,رقم المصدر,العميل,رقم الفاتورة,المبلغ', `${year}-03-02,BASE-3,عميل,BASE-1,70`],
  refunds: ['التاريخ,رقم المصدر,العميل,المبلغ,طريقة الدفع', `${year}-03-03,BASE-3,عميل,30,نقدي`],
  set_offs: [
    'رقم المقاصة,التاريخ,العميل,المورد,جهة الفاتورة,رقم الفاتورة,المبلغ',
    `UT-1,${year}-03-04,عميل,مورد,مدينة,BASE-1,20`,
    `UT-1,${year}-03-04,عميل,مورد,دائنة,BASE-2,20`,
  ],
  write_offs: ['التاريخ,العميل,رقم الفاتورة,المبلغ,السبب', `${year}-03-05,عميل,BASE-1,15,تعذر التحصيل`],
  retention_releases: ['التاريخ,العميل,رقم الفاتورة,المبلغ,السبب', `${year}-03-05,عميل,BASE-4,1,تسليم`],
  vat_adjustments: ['التاريخ,الاتجاه,المبلغ,الحساب,السبب', `${year}-03-06,نقص,12.5,520401,إقرار سابق`],
  asset_classes: [
    'اسم الفئة,حساب الأصل,حساب المجمع,حساب الاستهلاك,حساب الاستبعاد,العمر بالأشهر',
    'مركبات,120105,120204,520401,420104,60',
  ],
  zakat_lines: ['الحساب,بند الوعاء', '310101,حقوق الملكية'],
  zakat_years: ['نهاية السنة,أساس الحساب,نسبة الملكية السعودية,حد أدنى', `${year}-12-31,أيام السنة,100,نعم`],
  zakat_adjustments: ['نهاية السنة,بند الوعاء,الأثر,المبلغ,السبب', `${year}-12-31,الربح,زيادة,1500,غرامات`],
  places: ['المستودع,الفرع', 'معرض,الفرع الرئيسي'],
  stock_transfers: ['رقم التحويل,التاريخ,من,إلى,الصنف,الكمية', `UT-1,${today()},الرئيسي,الفرعي,G1,1`],
  price_lists: ['القائمة,لمن,العميل,رمز الصنف,من كمية,السعر', 'جملة,عملاء محددون,عميل,G1,10,90'],
  forecast_rows: ['البند,الاتجاه,النوع,المبلغ,أول تاريخ', `رواتب,صادر,رواتب,9000,${year}-12-27`],
  opening_clearings: ['التاريخ,رأس المال', `${today()},1000`],
}
const all = { ...files, ...history }

test.each(Object.keys(all))('an import of %s and its undo leave every figure as it was', async (kind) => {
  const before = { counts: await countsOf(), figures: await figuresOf() }
  const done = await runOf(owner, { kind, content: (all[kind as keyof typeof all] as string[]).join('\n') })
  expect(done, JSON.stringify(done)).toMatchObject({ state: 'committed' })
  expect({ counts: await countsOf(), figures: await figuresOf() }).not.toEqual(before)
  expect((await undoOf(owner, done.id)).status).toBe(200)
  expect({ counts: await countsOf(), figures: await figuresOf() }).toEqual(before)
})

test.each(Object.keys(files))('a dry run of %s changes nothing', async (kind) => {
  const before = { counts: await countsOf(), figures: await figuresOf() }
  await runOf(owner, { kind, content: (files[kind] as string[]).join('\n'), commit: false })
  expect({ counts: await countsOf(), figures: await figuresOf() }).toEqual(before)
})
