import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#ledger/calendar/calendar.ts'
import { decimal, ratio, round, sum, text } from '#ledger/money.ts'
import { requireSameTotals } from '#server/documents/issuing/require-same-totals.ts'
import { callsOf, idOf } from '../harness/organization.ts'
import { agreeWithPaper, type Books, createBooks, type Row, runs } from './agreement.ts'

// An issued document is identical everywhere: paper, XML, QR code, ledger and VAT return of random documents, each
// accepted without a warning.

let books: Books
beforeAll(async () => {
  books = await createBooks()
})
afterAll(() => books.stop())

const hundredths = (units: number) => text(ratio(units, 1, 100, 2))
const cents = (most: number) => fc.integer({ min: 1, max: most }).map((units) => hundredths(units))
const discounts = fc.oneof(
  fc.constant({}),
  fc.integer({ min: 1, max: 10_000 }).map((basis) => ({ discount_percent: hundredths(basis) })),
  cents(90).map((discount_amount) => ({ discount_amount })),
)
const row = fc.record({
  price: cents(99_999).map((price) => (decimal(price).lt(1) ? '1.37' : price)),
  quantity: fc.constantFrom('1', '2', '3', '7', '0.333', '12.5', '1000'),
  category: fc.constantFrom<Row['category']>('S', 'S', 'S', 'Z', 'E', 'O'),
  discount: discounts,
})
const invoices = fc
  .record({
    rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    discount: discounts,
    prices_include_tax: fc.boolean(),
    isForeign: fc.boolean(),
    buyer: fc.constantFrom<'company' | 'individual'>('company', 'individual'),
    rate: fc.integer({ min: 200_000_001, max: 999_999_999 }).map((units) => text(ratio(units, 1, 100_000_000, 8))),
  })
  .filter(({ rows, discount }) => {
    const nets = rows.map((one) => {
      const gross = round(decimal(one.price).times(one.quantity), 2)
      return gross.minus(amountOf(one.discount)).minus(ratio(gross, percentOf(one.discount), 100, 2))
    })
    return nets.every((net) => net.gte(0)) && sum(nets).gte(amountOf(discount))
  })
/** A discount by amount may not exceed what it is taken from: the rows after their own discounts. */
const amountOf = (discount: object) => decimal((discount as { discount_amount?: string }).discount_amount ?? 0)
const percentOf = (discount: object) => (discount as { discount_percent?: string }).discount_percent ?? 0

test('invoices of mixed categories with discounts, in riyals and dollars, with tax inside and without', async () => {
  await fc.assert(
    fc.asyncProperty(invoices, async ({ rows, discount, isForeign, rate, buyer, prices_include_tax }) => {
      await agreeWithPaper(books, '/invoices', () =>
        books.invoice(rows, {
          customer_id: books[buyer],
          prices_include_tax,
          ...discount,
          ...(isForeign && { currency_id: books.dollar, exchange_rate: rate }),
        }),
      )
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

const discounted: Row = { price: '1.37', quantity: '1', category: 'S', discount: { discount_percent: '4.66' } }
const nearlyFree: Row = { price: '28.73', quantity: '1', category: 'S', discount: { discount_percent: '99.95' } }
const exempt: Row = { price: '1.37', quantity: '1', category: 'E', discount: { discount_amount: '0.17' } }

test('partial credit notes until zero, and debit notes', async () => {
  const parts = fc.record({ row, times: fc.integer({ min: 2, max: 4 }), isForeign: fc.boolean(), inside: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(parts, async ({ row: one, times, isForeign, inside }) => {
      const rows = [{ ...one, quantity: String(times) }]
      const foreign = isForeign ? { currency_id: books.dollar, exchange_rate: '3.7512' } : {}
      const more = { customer_id: books.company, prices_include_tax: inside, ...foreign }
      const id = await agreeWithPaper(books, '/invoices', () => books.invoice(rows, more))
      const { post, get } = callsOf(books.owner)
      const { invoice_date: note_date, items } = await get(`/invoices/${id}`)
      const about = { note_date, reason: 'إرجاع جزء من البضاعة' }
      const credit = () =>
        books.owner.post(`/invoices/${id}/credit-note`, { ...about, lines: [{ line_number: 1, quantity: 1 }] })
      const share = ratio(items[0].net, 1, times, 2)
      let [left, parts] = [decimal(items[0].net), times]
      for (let request = 0; request < times; request++) {
        // The last part takes what is left. Where parts that were rounded up took everything, or a part rounds to nothing, it is refused.
        if (left.eq(0) || (parts > 1 && (share.eq(0) || share.gt(left)))) {
          const { status, body } = await credit()
          expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['lines.0.quantity']])
          continue
        }
        const note = await agreeWithPaper(books, '/credit-notes', () => idOf(credit()))
        left = left.minus((await get(`/credit-notes/${note}`)).subtotal)
        parts--
      }
      // Nothing is left of it, unless its parts round to nothing.
      if (!share.eq(0)) expect(text(left)).toBe('0')
      await agreeWithPaper(books, '/debit-notes', async () => {
        const body = { ...about, reason_code: 'value_amended', lines: [{ line_number: 1, amount: '12.35' }] }
        return (await post(`/invoices/${id}/debit-note`, body)).id
      })
    }),
    {
      numRuns: Math.ceil(runs / 4),
      endOnFailure: true,
      // The last note takes the rest of its line, which differs from its part by two halalas, or by one without tax.
      examples: [
        [{ row: discounted, times: 4, isForeign: false, inside: true }],
        [{ row: exempt, times: 3, isForeign: false, inside: true }],
        // Nearly free: three parts of a halala take all of it, and the fourth is refused. Four parts of nothing are refused.
        [{ row: nearlyFree, times: 4, isForeign: false, inside: false }],
        [{ row: { ...nearlyFree, price: '1.37' }, times: 2, isForeign: false, inside: false }],
      ],
    },
  )
})

test('advance invoices, and the invoices that take them off in parts', async () => {
  const category = fc.constantFrom<Row['category']>('S', 'Z', 'E', 'O')
  await fc.assert(
    fc.asyncProperty(category, cents(40_000), cents(40_000), async (of, first, second) => {
      const whole = text(decimal(first).plus(second))
      const advance = await agreeWithPaper(books, '/advance-invoices', () =>
        books.invoice([{ price: whole, quantity: '1', category: of, discount: {} }], {}, '/advance-invoices'),
      )
      for (const amount of [first, second]) {
        const rows: Row[] = [
          { price: amount, quantity: '1', category: of, discount: {} },
          { price: '250.55', quantity: '3', category: 'S', discount: { discount_percent: '12.5' } },
          { price: '1000', quantity: '1', category: of, discount: {} },
        ]
        await agreeWithPaper(books, '/invoices', () =>
          books.invoice(rows, { advances: [{ advance_id: advance, amount }] }),
        )
      }
    }),
    { numRuns: Math.ceil(runs / 6), endOnFailure: true },
  )
})

test('an export to a buyer abroad, whose tax number is another identifier', async () => {
  const buyer = { name: 'Nordic Imports', email: 'n@example.com', type: 'company', status: 'active' }
  const abroad = {
    country_id: 2,
    city_name: 'Oslo',
    street: 'Main Street 1',
    tax_number: 'US-55-6036',
    building_number: '12B',
  }
  const customer_id = await idOf(books.owner.post('/customers', { ...buyer, ...abroad }))
  const row: Row = { price: '99.99', quantity: '3', category: 'export', discount: { discount_percent: '7.5' } }
  const more = { customer_id, currency_id: books.dollar, exchange_rate: '3.75', discount_amount: '5' }
  const id = await agreeWithPaper(books, '/invoices', () => books.invoice([row, row], more))
  const document = await books.xmlOf(id)
  expect(document.flags.export).toBe(true)
  expect(document.buyer).toMatchObject({
    vat_number: null,
    identifier: { scheme: 'OTH', value: 'US556036' },
    address: { country: 'US', street: 'Main Street 1', city: 'Oslo' },
  })
})

test('order, contract, supply, payment and remarks; the branch by its registration and address', async () => {
  const { owner } = books
  const whole = {
    street: 'شارع الأمير سلطان',
    building_number: '4321',
    additional_number: '8765',
    district: 'الروضة',
    postal_code: '23434',
  }
  const branch = { name: 'فرع جدة', email: 'j@example.sa', status: 'active', city_id: 2 }
  const branch_id = await idOf(owner.post('/branches', { ...branch, ...whole, commercial_registration: '4030092735' }))
  const supply_date = addDays(books.day(), -9)
  const memo = {
    po_number: 'PO-77',
    contract_number: 'C-9',
    payment_means: '42',
    payment_terms: 'خلال ثلاثين يومًا',
    supply_date,
    supply_end_date: books.day(),
    notes: 'ملاحظة'.repeat(300),
  }
  const row: Row = { price: '10', quantity: '1', category: 'S', discount: {} }
  const id = await agreeWithPaper(books, '/invoices', () => books.invoice([row], { branch_id, ...memo }))
  const document = await books.xmlOf(id)
  expect(document).toMatchObject({
    purchase_order: 'PO-77',
    contract: 'C-9',
    supply_date,
    supply_end_date: books.day(),
    payments: [{ means: '42', terms: 'خلال ثلاثين يومًا' }],
    seller: {
      identifier: { scheme: 'CRN', value: '4030092735' },
      address: { building: '4321', additional_number: '8765', district: 'الروضة', postal_code: '23434' },
    },
  })
  expect(document.notes.join('')).toBe(memo.notes)
  const body = {
    note_date: books.day(),
    reason: 'تلف',
    reason_code: 'returned',
    lines: [{ line_number: 1, amount: 1 }],
  }
  const note = await agreeWithPaper(books, '/credit-notes', async () =>
    idOf(owner.post(`/invoices/${id}/credit-note`, body)),
  )
  expect((await books.xmlOf(note)).note_reason).toBe(
    'In case of goods or services refund | عند ترجيع السلع أو الخدمات: تلف',
  )
})

test('the type of an invoice follows its posting, not the present data of the buyer', async () => {
  const row: Row = { price: '10', quantity: '1', category: 'S', discount: {} }
  const more = { customer_id: books.company, audience: 'simplified' }
  const id = await agreeWithPaper(books, '/invoices', () => books.invoice([row], more))
  expect((await books.xmlOf(id)).audience).toBe('simplified')
})

test('refuses to issue what the XML states to another halala', () => {
  const posted = { kind: 'invoice', taxes: [], subtotal: '10.00', discount: '0', tax: '1.50', total: '11.50' } as const
  const books = { ...posted, tax_base: '1.50', advances_deducted: '0' }
  const totals = { without_tax: '10.00', allowances: null, tax: '1.50', with_tax: '11.50', tax_sar: '1.50' }
  const check = (change: Partial<typeof books>) => () =>
    requireSameTotals(
      { ...books, ...change } as never,
      { totals: { ...totals, prepaid: null }, breakdown: [] } as never,
    )
  expect(check({})).not.toThrow()
  const refusal = expect.objectContaining({ code: 'e_invoice_totals_differ' })
  for (const change of [{ total: '11.51' }, { tax: '1.49' }, { tax_base: '1.51' }, { advances_deducted: '1' }])
    expect(check(change as Partial<typeof books>)).toThrow(refusal)
})
