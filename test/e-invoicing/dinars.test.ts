import { afterAll, beforeAll, expect, test } from 'vitest'
import { decimal, round, text } from '#ledger/money.ts'
import { callsOf, expectOk, invoiceBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { createPhase2, type Phase2 } from './phase-2.ts'

// A dinar has three decimals, an amount of an e-invoice two (BR-DEC-09 to 28): under phase 2 the document itself has two.

const currencies = { KWD: 9, BHD: 10, OMR: 11, JOD: 12 } as const
let books: Phase2
beforeAll(async () => {
  books = await createPhase2()
})
afterAll(() => books.stop())

const xmlOf = (document_id: number) =>
  withSuperuser(books.app, async (client) => {
    const { rows } = await client.query('SELECT xml FROM e_documents WHERE document_id = $1', [document_id])
    return rows[0].xml as string
  })
const amountIn = (xml: string, name: string) => new RegExp(`<cbc:${name} currencyID="[A-Z]{3}">([^<]+)<`).exec(xml)?.[1]
const rowsOf = (rows: readonly (readonly [quantity: string, price: string])[]) =>
  rows.map(([quantity, price]) => ({ product_id: books.owner.ids.service, quantity, price, tax_rate: 15 }))
const inDinars = (code: keyof typeof currencies) => ({ currency_id: currencies[code], exchange_rate: '12.25' })

test.each([
  ['KWD', [['111', '6.781']], {}, ['752.69', '112.90', '865.59']],
  ['BHD', [['1', '0.125']], {}, ['0.13', '0.02', '0.15']],
  ['OMR', [['3', '1.115']], {}, ['3.35', '0.50', '3.85']],
  ['JOD', [['7', '2.999']], {}, ['20.99', '3.15', '24.14']],
  [
    'KWD',
    [
      ['1', '1.005'],
      ['1', '1.005'],
    ],
    {},
    ['2.02', '0.30', '2.32'],
  ],
  ['KWD', [['3', '33.333']], { prices_include_tax: true }, ['86.96', '13.04', '100.00']],
  ['BHD', [['2', '10.115']], { discount_percent: '7.5' }, ['18.71', '2.81', '21.52']],
  ['OMR', [['1', '99.999']], { discount_amount: '0.55' }, ['99.45', '14.92', '114.37']],
] as const)('%s %j %j is issued with two decimals in books and XML', async (code, rows, change, expected) => {
  const id = await books.invoice({ ...inDinars(code), ...change, items: rowsOf(rows) })
  const { data } = expectOk(await books.issue(id)).body
  expect(data.e_document.state).toMatch(/^accepted/)
  const shown = await callsOf(books.owner).get(`/invoices/${id}`)
  expect([shown.subtotal, shown.tax, shown.total].map(String)).toEqual(expected.map((value) => text(decimal(value))))
  const xml = await xmlOf(id)
  expect([amountIn(xml, 'TaxExclusiveAmount'), amountIn(xml, 'TaxInclusiveAmount')]).toEqual([expected[0], expected[2]])
})

test('a discount of three decimals is refused instead of rounded', async () => {
  const body = {
    ...inDinars('KWD'),
    customer_id: books.company,
    discount_amount: '0.555',
    items: rowsOf([['1', '10']]),
  }
  const errors = await callsOf(books.owner).errors('/invoices', invoiceBody(books.owner, body))
  expect(errors.discount_amount).toBe('Too many decimal places')
})

test('a credit note over a part, and one over the rest, have two decimals and leave nothing', async () => {
  const { get, post } = callsOf(books.owner)
  const id = await books.invoice({ ...inDinars('KWD'), items: rowsOf([['111', '6.781']]) })
  expectOk(await books.issue(id))
  expect((await get(`/invoices/${id}/credit-note`)).currency.decimals).toBe(2)
  const shared = { note_date: new Date(books.now().getTime() + 108e5).toISOString().slice(0, 10), reason: 'إرجاع' }
  for (const quantity of ['50', '61']) {
    const note = await post(`/invoices/${id}/credit-note`, { ...shared, lines: [{ line_number: 1, quantity }] })
    expectOk(await books.issue(note.id, '/credit-notes'))
    expect(text(round(decimal(note.total), 2))).toBe(text(decimal(note.total)))
  }
  expect(Number((await get(`/invoices/${id}`)).remaining_amount)).toBe(0)
})
