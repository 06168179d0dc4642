import { goTo } from './kit/lookAt.ts'
import { createOrganization, today } from './kit/organization.ts'
import { expect, signInAs, test } from './kit/test.ts'

// Books in dinars: amounts in base currency have three decimals on every screen.

const dinar = 9

test('an organisation whose currency has three decimals sees all three of them everywhere', async ({
  baseURL,
  language,
  page,
}) => {
  test.setTimeout(90_000)
  const owner = await createOrganization(baseURL ?? '', language, dinar)
  await signInAs(page, owner.token)
  const customer = await owner.customer('عميل')
  const supplier = await owner.supplier('مورد')
  const product_id = await owner.product('قهوة', { quantity: '0', sale_price: '12.345', purchase_price: '7.005' })
  const items = (quantity: number, price: string) => [{ product_id, quantity, price, tax_rate: 15 }]
  // 7.005 x 10 = 70.050 and 10.508 of tax; 12.345 x 3 = 37.035 and 5.555.
  const bill = await owner.bill(supplier, { items: items(10, '7.005') })
  const invoice = await owner.invoice(customer, { items: items(3, '12.345') })
  const draft = await owner.invoice(customer, { items: items(1, '12.345'), status: 'draft' })
  const [method] = await owner.get('/payment-methods/list')
  const { number: payment_number } = await owner.get('/accounting/income-payments/next-number')
  const receipt = await owner.post('/accounting/income-payments', {
    payment_number,
    payment_date: today(),
    customer_id: customer,
    branch_id: invoice.branch_id,
    payment_method_id: method.id,
    currency_id: dinar,
    amount: '20.005',
    references: [{ reference_id: invoice.id, reference_type: 'invoice', amount: '20.005' }],
  })
  const count = await owner.post('/inventory/counts', {
    count_date: today(),
    branch_id: invoice.branch_id,
    lines: [{ product_id, counted: '6' }],
  })
  const pages: [path: string, ...figures: string[]][] = [
    ['/', '22.585', '80.558'],
    ['/sales/invoices', '42.590', '14.197'],
    [`/sales/invoices/${invoice.id}/view`, '12.345', '37.035', '5.555', '42.590', '20.005'],
    [`/sales/invoices/${draft.id}`, '12.345', '1.852', '14.197'],
    [`/purchases/bills/${bill.id}/view`, '70.050', '10.508', '80.558'],
    [`/accounting/income-payments/${receipt.id}/view`, '20.005'],
    [`/inventory/counts/${count.id}/view`, '7.005'],
    ['/accounting/vat-periods', '4.953'],
    ['/accounting/opening', '0.000'],
    ['/reports/profit-and-loss', '37.035', '21.015', '7.005', '28.020', '9.015'],
    ['/reports/balance-sheet', '22.585', '80.558', '42.030'],
    ['/reports/cash-flow', '20.005'],
    ['/reports/trial-balance', '37.035', '80.558'],
    ['/reports/journal', '42.590', '5.555'],
    ['/reports/vat-return', '37.035', '5.555', '4.953'],
    ['/reports/aged-receivables', '22.585'],
    [`/reports/customer-statement?customer_id=${customer}`, '42.590', '20.005', '22.585'],
    ['/reports/sales-by-product', '37.035', '21.015'],
    ['/reports/inventory-valuation', '42.030', '7.0050'],
    [`/reports/stock-card?product_id=${product_id}`, '21.015', '42.030'],
  ]
  for (const [path, ...figures] of pages) {
    await goTo(page, path)
    const main = page.getByRole('main')
    for (const figure of figures)
      await expect(
        main
          .getByText(figure)
          .or(main.locator(`input[value="${figure}"]`))
          .first(),
        path,
      ).toBeVisible()
    // No figure has two decimals.
    expect((await main.allInnerTexts()).join(' ').match(/\d\.\d\d(?![\d%])/g) ?? [], path).toEqual([])
  }
})

test('a corrected document in yen shows yen, without decimals', async ({ owner, signedIn: page, t }) => {
  const yen = (await owner.get('/currencies/list')).find(({ code }: { code: string }) => code === 'JPY')
  await owner.post(`/currencies/${yen.id}/rate`, { rate: '0.02513789' })
  const product_id = await owner.product('خدمة', { product_type_id: 2, unlimited_quantity: true })
  const at = (price: string) => ({ currency_id: yen.id, items: [{ product_id, quantity: 3, price, tax_rate: 15 }] })
  const { id, version, ...made } = await owner.invoice(await owner.customer('عميل'), at('12000'))
  const { invoice_number, invoice_date, due_date, customer_id, branch_id, tax_id } = made
  const head = { invoice_number, invoice_date, due_date, customer_id, branch_id, tax_id, version }
  await owner.post(`/invoices/${id}`, { ...head, ...at('12345') })
  await page.goto(`/sales/invoices/${id}/view`)
  for (const part of ['entries', 'revisions'])
    await page.locator('summary', { hasText: t(`history:${part}.title`) }).click()
  await expect(page.getByRole('article').last().getByText('42,590 JPY', { exact: true })).toBeVisible()
  for (const figure of ['3 × 12,000', '1 JPY = 0.02513789 SAR'])
    await expect(page.getByRole('main').getByText(figure, { exact: true })).toBeVisible()
})
