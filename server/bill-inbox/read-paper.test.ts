import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { qrCode } from '#server/e-document/qr.ts'
import type { PaperFacts } from './paper-facts.ts'
import { problemsOf } from './paper-problems.ts'
import { taxOfPaperRow } from './paper-taxes.ts'
import { readCode, readSupplierPaper } from './read-paper.ts'

// E-invoices of any program: read right, or with what does not fit.

type Parts = { head?: string; totals?: string; lines?: string; root?: string; currency?: string }
const line = (amount: string, rest = '', quantity = '1', tax = '<ID>S</ID><Percent>15</Percent>', price = amount) =>
  `<InvoiceLine><InvoicedQuantity>${quantity}</InvoicedQuantity><LineExtensionAmount>${amount}</LineExtensionAmount>${rest}
  <Item><Name>A</Name><ClassifiedTaxCategory>${tax}</ClassifiedTaxCategory></Item><Price><PriceAmount>${price}</PriceAmount></Price></InvoiceLine>`
const change = (amount: string, isCharge: boolean, rest = '') =>
  `<AllowanceCharge><ChargeIndicator>${isCharge}</ChargeIndicator><AllowanceChargeReason>توصيل</AllowanceChargeReason><Amount>${amount}</Amount>${rest}</AllowanceCharge>`
const money = (subtotal: string, tax: string, total: string, rest = '') =>
  `<TaxTotal><TaxAmount currencyID="SAR">${tax}</TaxAmount></TaxTotal><LegalMonetaryTotal><TaxExclusiveAmount>${subtotal}</TaxExclusiveAmount><TaxInclusiveAmount>${total}</TaxInclusiveAmount>${rest}</LegalMonetaryTotal>`
const invoice = ({ head = '', totals = '', lines = '', root = 'Invoice', currency = 'SAR' }: Parts) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root}><ID>1</ID><IssueDate>2026-01-20+03:00</IssueDate><DocumentCurrencyCode>${currency}</DocumentCurrencyCode>
  <AccountingSupplierParty><Party><PartyTaxScheme><CompanyID>1</CompanyID><TaxScheme><ID>EXC</ID></TaxScheme></PartyTaxScheme><PartyTaxScheme><CompanyID>310122393500003</CompanyID><TaxScheme><ID>VAT</ID></TaxScheme></PartyTaxScheme></Party></AccountingSupplierParty>${head}${totals}${lines}</${root}>`
const factsOf = (parts: Parts) => readSupplierPaper(Buffer.from(invoice(parts)), 'f').facts
const problems = (facts: PaperFacts, own: string | null = null) =>
  problemsOf(own, facts, {
    supplier_id: 1,
    isByName: false,
    currency: { id: 1, decimals: 2 },
    duplicate: undefined,
    other: undefined,
    items: facts.rows.map(() => ({ product_id: 1, tax_id: null, stated: null })),
  }).map(({ code, difference }) => (difference ? `${code} ${difference}` : code))

describe('an e-invoice', () => {
  test('has the VAT number among other registrations, and its day without a zone', () => {
    expect(factsOf({ lines: line('1') })).toMatchObject({
      date: '2026-01-20',
      seller: { vat_number: '310122393500003' },
    })
  })
  test('with discounts and charges of rows and of the whole is a bill of the same total', () => {
    const facts = factsOf({
      head: change('10', false) + change('60', true, '<TaxCategory><ID>S</ID><Percent>15</Percent></TaxCategory>'),
      totals: money('242', '36.3', '278.3'),
      lines: line('95', change('5', false), '2', undefined, '50') + line('97', change('7', true), '3', undefined, '30'),
    })
    expect(facts.rows).toMatchObject([
      { quantity: '2', price: '50', discount: '5' },
      { quantity: '3', price: '32.333333', discount: null },
      { name: 'توصيل', price: '60', tax_rate: '15' },
    ])
    expect([facts.discount, problems(facts)]).toEqual(['10', []])
  })
  test('takes its tax in its own currency, and says what was paid in advance', () => {
    const tax = (currency: string, amount: string) =>
      `<TaxTotal><TaxAmount currencyID="${currency}">${amount}</TaxAmount></TaxTotal>`
    const totals = `${tax('SAR', '56.25')}${tax('USD', '15')}<LegalMonetaryTotal><PrepaidAmount>40</PrepaidAmount><PayableAmount>75</PayableAmount></LegalMonetaryTotal>`
    const facts = factsOf({ currency: 'USD', totals, lines: line('100') + line('0', '', '0') })
    expect(facts).toMatchObject({ subtotal: '100', tax: '15', total: '115', prepaid: '40', rows: [{ amount: '100' }] })
    expect(problems(facts)).toEqual(['prepaid 40'])
  })
  test('says beforehand that the amount to pay is rounded', () => {
    const totals =
      '<TaxTotal><TaxAmount>1.31</TaxAmount></TaxTotal><LegalMonetaryTotal><TaxInclusiveAmount>10.01</TaxInclusiveAmount>' +
      '<PayableRoundingAmount>-0.01</PayableRoundingAmount><PayableAmount>10.00</PayableAmount></LegalMonetaryTotal>'
    const facts = factsOf({ totals, lines: line('8.70') })
    expect([facts.total, problems(facts)]).toEqual(['10.01', ['payable_unequal -0.01']])
  })
  test('of several categories takes the rate of a category from the totals, and the tax of the category', () => {
    const totals = `<TaxTotal><TaxAmount>15</TaxAmount><TaxSubtotal><TaxCategory><ID>S</ID><Percent>15</Percent></TaxCategory></TaxSubtotal></TaxTotal>`
    const lines = line('100', '', '1', '<ID>S</ID>') + line('50', '', '1', '<ID>E</ID>')
    expect(factsOf({ totals, lines }).rows.map(({ tax_rate, tax_category }) => [tax_rate, tax_category])).toEqual([
      ['15', 'S'],
      ['0', 'E'],
    ])
    const tax = (id: number, rate: string, category: string, purchase_box: string | null) => ({
      id,
      rate,
      category,
      purchase_box,
    })
    const taxes = [tax(1, '15', 'S', '7'), tax(2, '0', 'Z', null), tax(3, '0', 'Z', '10'), tax(4, '0', 'E', '11')]
    expect(['Z', 'E', 'O', null].map((tax_category) => taxOfPaperRow(taxes, { tax_rate: '0', tax_category }))).toEqual([
      3, 4, 3, 3,
    ])
  })
  test.each([
    [
      'CreditNote',
      '<CreditNoteLine><CreditedQuantity>1</CreditedQuantity><LineExtensionAmount>5</LineExtensionAmount></CreditNoteLine>',
      ['not_an_invoice'],
    ],
    ['Invoice', `<InvoiceTypeCode>386</InvoiceTypeCode>${line('5', '', '1', '<ID>Z</ID>')}`, ['advance_invoice']],
    ['inv:Invoice', `<InvoiceTypeCode>380</InvoiceTypeCode>${line('5', '', '1', '<ID>Z</ID>')}`, []],
  ])('as %s says what it is', (root, lines, expected) => {
    const facts = factsOf({ root, lines })
    expect([facts.rows.length, problems(facts)]).toEqual([1, expected])
  })
  test('whose bill would come to another total says so, as does one that we issued', () => {
    const facts = factsOf({ totals: money('100', '14.9', '114.9'), lines: line('100') })
    expect(problems(facts)).toEqual(['bill_unequal -0.1'])
    expect(problems({ ...facts, total: '115', tax: '15' }, '310122393500003')).toEqual(['own_paper'])
  })
  test.each(['utf16le', 'bom', 'blank', 'latin1'])('in %s is read', (encoding) => {
    const xml = invoice({ lines: line('1') }).replace('<Name>A', '<Name>Café')
    const bytes = {
      utf16le: Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
      bom: Buffer.from(`\ufeff${xml}`),
      blank: Buffer.from(`\n ${xml}`),
      latin1: Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    }[encoding] as Buffer
    expect(readSupplierPaper(bytes, 'f').facts.rows[0]?.name).toBe('Café')
  })
  test('is found in a PDF next to other streams, with junk before and a wrong end', () => {
    const xml = Buffer.from(invoice({ lines: line('1') }))
    const stream = (content: Buffer, head = '<</Filter/FlateDecode>>') =>
      Buffer.concat([Buffer.from(`1 0 obj\n${head}\nstream\r\n`), content, Buffer.from('\nendstream\nendobj\n')])
    const pdf = Buffer.concat([
      Buffer.from('junk\n%PDF-1.7\n(a live stream\n of news)\n'),
      stream(deflateSync(Buffer.from('BT (Invoice) Tj ET'))),
      stream(Buffer.from('<?xpacket begin=""?><x:xmpmeta/>'), '<</Type/Metadata>>'),
      stream(Buffer.concat([deflateSync(xml), Buffer.from('\r\n\r\n')])),
    ])
    expect(readSupplierPaper(pdf, 'f')).toMatchObject({ format: 'pdf', facts: { number: '1' } })
  })
})

describe('the text of a code', () => {
  const code = (payable: string, tax_sar: string, time = '2026-01-20T23:10:00Z') =>
    qrCode({ seller: 'متجر', vat_number: '310122393500003', time, payable, tax_sar })
  test('is read with line breaks, the other alphabet, and any notation of time', () => {
    const text = code('115.00', '15.00')
    const broken = `${text.slice(0, 20)}\r\n${text.slice(20).replaceAll('+', '-').replaceAll('/', '_')}`
    expect(readCode(broken, 'f').facts).toMatchObject({ date: '2026-01-20', total: '115', rows: [{ price: '100' }] })
    expect(readCode(code('115', '15', '20/1/2026 3:05:00 PM'), 'f').facts.date).toBe('2026-01-20')
  })
  test('has a row without tax for what the tax does not come from', () => {
    expect(readCode(code('215.00', '15.00'), 'f').facts.rows.map(({ price, tax_rate }) => [price, tax_rate])).toEqual([
      ['100', '15'],
      ['100', '0'],
    ])
    expect(readCode(code('75', '0'), 'f').facts.rows).toMatchObject([{ price: '75', tax_rate: '0' }])
    expect(readCode(code('10.01', '1.31'), 'f').facts.rows).toHaveLength(1)
  })
  test('with more tax than its total is refused', () => {
    expect(() => readCode(code('15', '115'), 'f')).toThrow('paper_code_unreadable')
  })
})
