import { deflateSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { qrCode } from '#server/e-document/qr.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { fileUpload } from '../harness/multipart.ts'
import { callsOf, createOrganization, expectOk, type Organization, today } from '../harness/organization.ts'

// A supplier's paper says what does not fit before anything is saved, and becomes a bill by the rules of bills.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
const vat = '310122393500003'
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
})

const day = `${today().slice(0, 4)}-01-20`
type Change = Partial<{ number: string; total: string; line: string }>
const invoice = ({
  number = 'S-500',
  total = '230.00',
  line = 'G1',
}: Change = {}) => `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:ID>${number}</cbc:ID><cbc:IssueDate>${day}</cbc:IssueDate><cbc:InvoiceTypeCode name="0100000">388</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>SAR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PostalAddress><cbc:StreetName>طريق الملك فهد</cbc:StreetName><cbc:CityName>الرياض</cbc:CityName></cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>مصنع الورق</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:TaxTotal><cbc:TaxAmount currencyID="SAR">30.00</cbc:TaxAmount></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount currencyID="SAR">200.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="SAR">${total}</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="PCE">4</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="SAR">200.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>${line}</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>15.00</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item><cac:Price><cbc:PriceAmount currencyID="SAR">50.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine>
</Invoice>`
const send = (content: string | Buffer, name = 'invoice.xml') =>
  owner.ask('POST', '/bill-inbox', fileUpload('paper_file', name, Buffer.from(content)))
const received = async (content: string | Buffer, name?: string) => expectOk(await send(content, name)).body.data
const supplier = () =>
  owner.post('/suppliers', {
    name: 'مصنع الورق',
    email: 'p@example.sa',
    type: 'company',
    status: 'active',
    tax_number: vat,
  })
const codes = (paper: { problems: { code: string }[] }) => paper.problems.map(({ code }) => code)
/** The data from the paper that the form sends. */
const bodyOf = ({ bill }: { bill: { items: { item_name: unknown; tax_id: unknown }[] } }) => ({
  ...bill,
  branch_id: owner.ids.branch,
  items: bill.items.map(({ item_name: _, ...item }) => item),
})

describe('a paper of a supplier', () => {
  test('recognizes the sender by the VAT number, and becomes a bill with the paper attached', async () => {
    expectOk(await supplier())
    const paper = await received(invoice())
    expect(paper).toMatchObject({ number: 'S-500', date: day, total: 230, supplier_name: 'مصنع الورق', problems: [] })
    const bill = await calls.post(`/bill-inbox/${paper.id}/bill`, bodyOf(paper))
    expect(bill).toMatchObject({ bill_number: 'S-500', bill_date: day, total: 230 })
    expect(await calls.get(`/bills/${bill.id}/attachments`)).toMatchObject([
      { name: 'invoice.xml', mimetype: 'application/xml' },
    ])
    expect(await calls.get(`/bill-inbox/${paper.id}`)).toMatchObject({ state: 'booked', document_id: bill.id })
    expect((await owner.post(`/bill-inbox/${paper.id}/bill`, bodyOf(paper))).headers.refusal).toBe('paper_booked')
  })
  test('is read out of a PDF, deflated or not', async () => {
    for (const [number, pack] of [
      ['P-1', deflateSync],
      ['P-2', (text: Buffer) => text],
    ] as const) {
      const stream = pack(Buffer.from(invoice({ number })))
      const pdf = Buffer.concat([
        Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/EmbeddedFile/Filter/FlateDecode>>\nstream\n'),
        stream,
        Buffer.from('\nendstream\nendobj\n%%EOF'),
      ])
      expect(await received(pdf, 'invoice.pdf')).toMatchObject({ number, format: 'pdf', total: 230 })
    }
    expect((await send('%PDF-1.7\n%%EOF', 'scan.pdf')).headers.refusal).toBe('paper_without_xml')
  })
  test('is read from the text of its code', async () => {
    const code = qrCode({
      seller: 'مصنع الورق',
      vat_number: vat,
      time: `${day}T10:00:00`,
      payable: '115.00',
      tax_sar: '15.00',
    })
    const paper = await calls.post('/bill-inbox', { code })
    expect(paper).toMatchObject({
      format: 'code',
      date: day,
      subtotal: 100,
      tax: 15,
      total: 115,
      seller: { vat_number: vat },
    })
    expect((await owner.post('/bill-inbox', { code: 'no code' })).headers.refusal).toBe('paper_code_unreadable')
  })
  test('reports what does not fit before anything is saved', async () => {
    expect(codes(await received(invoice({ line: 'unheard of' })))).toEqual(['unknown_supplier', 'unknown_products'])
    expectOk(await supplier())
    expect((await received(invoice({ number: 'S-501', total: '231.00' }))).problems).toMatchObject([
      { code: 'total_unequal', difference: 1 },
    ])
    const booked = await received(invoice({ number: 'S-502' }))
    const bill = await calls.post(`/bill-inbox/${booked.id}/bill`, bodyOf(booked))
    expect((await received(`${invoice({ number: 'S-502' })}\n`)).problems).toMatchObject([
      { code: 'duplicate', document_id: bill.id },
    ])
  })
  test('is known by its code too: another paper of it, and its bill by supplier, day and total', async () => {
    // A supplier of the name without a VAT number is meant, and said.
    expectOk(
      await owner.post('/suppliers', { name: 'مصنع الورق', email: 'p@example.sa', type: 'company', status: 'active' }),
    )
    const paper = await received(invoice({ number: 'S-700' }))
    expect([paper.supplier_name, codes(paper)]).toEqual(['مصنع الورق', ['supplier_by_name']])
    const facts = {
      seller: 'مصنع الورق',
      vat_number: vat,
      time: `${day}T10:00:00`,
      payable: '230.00',
      tax_sar: '30.00',
    }
    const code = await calls.post('/bill-inbox', { code: qrCode(facts) })
    expect(codes(code)).toEqual(['supplier_by_name', 'other_paper', 'unknown_products'])
    const bill = await calls.post(`/bill-inbox/${paper.id}/bill`, bodyOf(paper))
    expect((await calls.get(`/bill-inbox/${code.id}`)).problems).toMatchObject([
      { code: 'supplier_by_name' },
      { code: 'duplicate', document_id: bill.id },
      { code: 'unknown_products' },
    ])
  })
  test('is received once, and can be deleted until it is a bill', async () => {
    const paper = await received(invoice())
    expect((await send(invoice())).headers.refusal).toBe('paper_received')
    expectOk(await owner.remove(`/bill-inbox/${paper.id}`))
    await received(invoice())
  })
  test('that is no e-invoice is refused in words', async () => {
    for (const other of ['<order/>', 'hello', '<Invoice>'])
      expect((await send(other)).body.errors.paper_file).toContain('XML')
  })
})

test('a paper proposes the order it names, and links its rows once a person takes it', async () => {
  const supplier_id = expectOk(await supplier()).body.data.id
  const { branch, currency, tax, goods: product } = owner.ids
  const order = async (quantity: number, price: number) => {
    const head = { supplier_id, order_date: day, branch_id: branch, currency_id: currency, tax_id: tax }
    const items = [{ product_id: product, quantity, price, tax_rate: 15 }]
    const { id } = await calls.post('/purchase-orders', { ...head, items })
    return calls.post(`/purchase-orders/${id}/confirm`, {})
  }
  const [similar, other] = [await order(4, 50), await order(9, 48)]
  const unnamed = await received(invoice())
  expect(unnamed.orders).toMatchObject([
    { id: similar.id, is_named: false },
    { id: other.id, is_named: false },
  ])
  expect(unnamed.bill.items[0]).not.toHaveProperty('order_line_id')
  const named = invoice({ number: 'S-501', line: 'غير معروف' }).replace(
    '<cac:AccountingSupplierParty>',
    `<cac:OrderReference><cbc:ID>${other.number.toLowerCase()}</cbc:ID></cac:OrderReference><cac:AccountingSupplierParty>`,
  )
  const paper = await received(named)
  expect(paper.orders).toMatchObject([{ id: other.id, is_named: true, items: [null] }])
  const [link] = unnamed.orders[0].items
  expect(link).toMatchObject({ order_line_id: similar.items[0].id, product_id: product })
  const body = bodyOf(unnamed) as { items: object[] }
  const bill = await calls.post(`/bill-inbox/${unnamed.id}/bill`, { ...body, items: [{ ...body.items[0], ...link }] })
  expect(bill.items[0].order_line_id).toBe(similar.items[0].id)
  expect((await calls.get(`/purchase-orders/${similar.id}`)).items[0]).toMatchObject({ taken: 4, open: 0 })
  // The same rows are open no more.
  expect((await received(invoice({ number: 'S-502' }))).orders).toMatchObject([{ id: other.id }])
})

describe('the unit of a row', () => {
  const inUnit = (code: string) => invoice({ line: 'G7' }).replace('unitCode="PCE"', `unitCode="${code}"`)
  const goods = async () => {
    const body = { ...(await bodies.products(owner)), code: 'G7', quantity: '0' }
    const product_id = (await calls.post('/products', body)).id as number
    const unit = (await calls.get('/units/list')).find(({ code }: { code: string }) => code === 'CT')
    const carton = async (content: string) =>
      calls.post('/product-units', { product_id, unit_id: unit.id, content, status: 'active' })
    return { product_id, carton }
  }

  test('is the one that the paper names, and the goods come in as what it holds', async () => {
    expectOk(await supplier())
    const { product_id, carton } = await goods()
    const { id } = await carton('12')
    const paper = await received(inUnit('CT'))
    expect(codes(paper)).toEqual([])
    expect(paper.bill.items).toMatchObject([{ product_unit_id: id, unit_en: 'Carton', quantity: '4', price: '50' }])
    const { unit: _, unit_en: __, unit_content: ___, ...row } = bodyOf(paper).items[0] as Record<string, unknown>
    const bill = await calls.post(`/bill-inbox/${paper.id}/bill`, { ...bodyOf(paper), items: [row] })
    expect(bill).toMatchObject({ total: 230, items: [{ quantity: 4, base_quantity: 48, product_unit_id: id }] })
    expect(await calls.get(`/products/${product_id}`)).toMatchObject({ quantity: 48 })
  })

  test('is asked where the product has not exactly one of it, and never guessed', async () => {
    expectOk(await supplier())
    const { carton } = await goods()
    expect(codes(await received(inUnit('CT').replace('S-500', 'S-501')))).toEqual([])
    await carton('12')
    const other = await received(inUnit('BX').replace('S-500', 'S-502'))
    expect(codes(other)).toEqual(['unknown_units'])
    expect(other.unit_questions).toEqual([{ line_number: 1, name: 'G7', quantity: '4', unit: 'BX' }])
    expect(other.bill.items).toMatchObject([{ quantity: null, product_unit_id: null, price: '50' }])
    await carton('24')
    expect(codes(await received(inUnit('CT').replace('S-500', 'S-503')))).toEqual(['unknown_units'])
    expect(codes(await received(inUnit('PCE').replace('S-500', 'S-504')))).toEqual([])
  })
})
