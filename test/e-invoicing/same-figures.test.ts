import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate, type EInvoiceInput } from '#contract/e-invoice/calculate.ts'
import { exampleInput } from '#contract/e-invoice/example-documents.ts'
import { verdictOf } from '#contract/e-invoice/verdict.ts'
import { decimal, text } from '#ledger/money.ts'
import { documentTotals, netPrice } from '#ledger/totals.ts'

// The books and the e-document have the same figures, for every kind of discount and price. The e-document takes each row's net
// before its share of the document's discount. It takes that discount by category.

const cents = (max: number) => fc.integer({ min: 0, max }).map((units) => text(decimal(`${units}e-2`)))
const row = fc.record({
  price: cents(99_999),
  quantity: fc.integer({ min: 1, max: 9 }),
  discount_percent: cents(10_000),
  tax: fc.constantFrom({ category: 'S', rate: '15' }, { category: 'Z', rate: '0' }),
})
const documents = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 5 }),
  discount_percent: cents(10_000),
  prices_include_tax: fc.boolean(),
})
const example = exampleInput('standard')
const plain = (value: string) => text(decimal(value))

test('rows, discounts, categories and totals of the books equal those of the e-document', () => {
  fc.assert(
    fc.property(documents, ({ rows, discount_percent, prices_include_tax }) => {
      const lines = rows.map(({ tax, ...one }) => ({ ...one, tax_rate: tax.rate }))
      const books = documentTotals({ lines, decimals: 2, discount: { discount_percent }, prices_include_tax })
      const own = { is_charge: false, reason_code: null, reason: null }
      const sent = calculate({
        ...example,
        prepayments: [],
        rows: rows.map(({ tax, price, quantity }, index) => {
          const { net, discount, discount_share, tax: printed } = books.lines[index] as (typeof books.lines)[number]
          return {
            ...(example.rows[0] as EInvoiceInput['rows'][number]),
            id: String(index + 1),
            quantity: String(quantity),
            category: tax.category as 'S' | 'Z',
            rate: tax.rate,
            price: text(netPrice(price, tax.rate, prices_include_tax)),
            net: text(net.plus(discount_share)),
            tax: text(printed),
            allowances: discount.gt(0) ? [{ ...own, amount: text(discount) }] : [],
          }
        }),
        allowances: books.taxes.flatMap(({ rate, discount }) =>
          discount.eq(0)
            ? []
            : [
                {
                  ...own,
                  amount: text(discount),
                  category: rate.gt(0) ? ('S' as const) : ('Z' as const),
                  rate: text(rate),
                },
              ],
        ),
        posted: {
          taxes: books.taxes.map(({ rate, tax }) => ({
            category: rate.gt(0) ? 'S' : 'Z',
            rate: text(rate),
            tax: text(tax),
          })),
          tax_sar: text(books.tax),
          reasons: {},
        },
      })
      // With tax inside, tax is the rest of the entered amount: the authority accepts it without a remark.
      const { issues } = verdictOf(sent, { today: example.issue_date ?? '', stage: 'draft' })
      expect(
        issues.filter(({ message }) =>
          ['tax_wrong', 'row_tax_wrong', 'row_gross_wrong', 'total_wrong'].includes(message),
        ),
      ).toEqual([])
      expect(sent.breakdown.map(({ taxable, tax }) => [plain(taxable), plain(tax)])).toEqual(
        books.taxes.map(({ base, tax }) => [text(base), text(tax)]),
      )
      expect([sent.totals.without_tax, sent.totals.tax, sent.totals.with_tax].map(plain)).toEqual(
        [books.subtotal, books.tax, books.total].map((value) => text(value)),
      )
      expect(sent.rows.map(({ tax, gross }) => [plain(tax ?? ''), plain(gross ?? '')])).toEqual(
        books.lines.map(({ tax, total }) => [text(tax), text(total)]),
      )
    }),
  )
})
