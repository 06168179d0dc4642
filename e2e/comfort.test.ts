import { cell, choose, field, fill } from './kit/fields.ts'
import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// Ways that spare steps: records created from the form that needs them, a look at the books before saving, lists whose rows open.

test('a customer and a product are created from the invoice that does not find them, and what was typed stays', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await owner.customer('عميل قديم')
  await owner.product('صنف قديم', { code: 'P-041' })
  await page.goto('/sales/invoices/create')
  await page
    .locator('summary')
    .filter({ hasText: t('documents:sections.memo') })
    .click()
  await fill(page, t('documents:fields.invoice.po_number'), 'PO-77')
  const customer = field(page, t('common:fields.customer_id'))
  await customer.click()
  await customer.fill('شركة الأفق الجديد')
  await page.getByRole('option', { name: t('common:create.customer', { name: 'شركة الأفق الجديد' }) }).click()
  const drawer = page.getByRole('dialog')
  await expect(field(drawer, t('parties:fields.customer.name'))).toHaveValue('شركة الأفق الجديد')
  await fill(drawer, t('common:fields.email'), 'ufuq@example.sa')
  await page.keyboard.press('Control+s')
  await expect(drawer).toBeHidden()
  await expect(customer).toHaveValue('شركة الأفق الجديد')
  // The writing goes on: after the customer the first row, after a product its quantity.
  await expect(cell(page, t('common:lines.cell', { field: t('common:fields.product_id'), number: 1 }))).toBeFocused()
  await choose(page, page, t('common:fields.tax_id'), (await owner.get('/taxes/list'))[0].name)
  const product = cell(page, t('common:lines.cell', { field: t('common:fields.product_id'), number: 1 }))
  await product.click()
  await product.fill('حبر أزرق')
  await page.getByRole('option', { name: t('common:create.product', { name: 'حبر أزرق' }) }).click()
  // A sale asks for the price alone: the code is proposed behind a line, and no stock is asked for.
  await expect(field(drawer, t('catalog:fields.product.name'))).toHaveValue('حبر أزرق')
  await expect(field(drawer, t('common:fields.code'))).toHaveValue('P-042')
  await expect(drawer.getByText(t('catalog:short.stock_later'))).toBeVisible()
  await fill(drawer, t('catalog:fields.product.sale_price'), '50')
  await page.keyboard.press('Control+s')
  await expect(drawer).toBeHidden()
  await expect(product).toHaveValue('حبر أزرق')
  await expect(cell(page, t('common:lines.cell', { field: t('common:fields.quantity'), number: 1 }))).toBeFocused()
  const [made] = await owner.get('/products?keyword=حبر')
  expect(made).toMatchObject({ sale_price: 50, quantity: null, type: { key: 'product' } })
  await expect(field(page, t('documents:fields.invoice.po_number'))).toHaveValue('PO-77')
})

test('Enter chooses from options that come after the typing, and creates what they lack', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await owner.customer('عميل قديم')
  await owner.product('صنف قديم', { code: 'P-041' })
  const held: (() => void)[] = []
  await page.route(/\/(customers|products)\/list/, async (route) => {
    await new Promise<void>((release) => held.push(release))
    await route.continue()
  })
  const release = () => held.splice(0).map((go) => go())
  await page.goto('/sales/invoices/create')
  const customer = field(page, t('common:fields.customer_id'))
  await customer.click()
  await customer.pressSequentially('قديم')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  const product = cell(page, t('common:lines.cell', { field: t('common:fields.product_id'), number: 1 }))
  release()
  await page.getByRole('option', { name: 'عميل قديم' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(customer).toHaveValue('عميل قديم')
  await product.click()
  await product.pressSequentially('حبر أزرق')
  await page.keyboard.press('Enter')
  await page.unroute(/\/(customers|products)\/list/)
  release()
  const drawer = page.getByRole('dialog')
  await expect(field(drawer, t('catalog:fields.product.name'))).toHaveValue('حبر أزرق')
})

test('what a save does to the books is shown before it is saved, and equals what is posted', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const id = await owner.customer('مؤسسة الربيع')
  await owner.invoice(id)
  await page.goto(`/sales/invoices/create?copy=${(await owner.get('/invoices'))[0].id}`)
  await page.getByRole('button', { name: t('common:actions.preview') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('preview:effects.receivable.up'))).toBeVisible()
  await expect(dialog.getByRole('row')).toHaveCount(5)
  expect((await owner.get('/invoices')).length).toBe(1)
  await dialog.getByRole('button', { name: t('documents:actions.save_and_confirm') }).click()
  await page.waitForURL('**/view')
  expect((await owner.get('/invoices')).length).toBe(2)
})

test('"save and new" begins the next receipt with the next number', async ({ signedIn: page, owner, t }) => {
  const id = await owner.customer('مؤسسة الربيع')
  await page.goto(`/accounting/income-payments/create?party=${id}`)
  const number = field(page, t('payments:fields.income_payment.payment_number'))
  const first = await number.inputValue()
  await choose(
    page,
    page,
    t('payments:fields.income_payment.payment_method_id'),
    (await owner.get('/payment-methods/list'))[0].name,
  )
  await fill(page, t('common:fields.amount'), '75')
  await page.getByRole('button', { name: t('common:actions.finish_and_new') }).click()
  await expect(number).not.toHaveValue(first)
  await expect(field(page, t('common:fields.amount'))).toHaveValue('')
  expect((await owner.get('/accounting/income-payments')).length).toBe(1)
})

test('a row opens its page, chips take filters away, and the sum follows them', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const [one, other] = [await owner.customer('الأول'), await owner.customer('الثاني')]
  await owner.invoice(one)
  await owner.invoice(other)
  await page.goto(`/sales/invoices?customer_id=${one}&date_from=${today()}`)
  await expect(page.getByText(t('common:list.sum', { number: 1 }))).toBeVisible()
  await expect(page.getByText('الأول').first()).toBeVisible()
  const label = t('common:fields.customer_id')
  await page.getByRole('button', { name: t('common:list.remove_filter', { field: label }) }).click()
  await expect(page.getByText(t('common:list.sum', { number: 2 }))).toBeVisible()
  await page.getByRole('cell', { name: '1,150.00' }).first().click()
  await page.waitForURL('**/sales/invoices/*/view')
  await page.goBack()
  await page.getByRole('link', { name: 'الثاني' }).click()
  await page.waitForURL(`**/sales/customers/${other}/view`)
  await expect(page.getByRole('heading', { level: 1, name: 'الثاني' })).toBeVisible()
  await expect(page.getByText('1,150.00').first()).toBeVisible()
})

test('a column that is left out stays out, and a saved view brings its filters back', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await owner.invoice(await owner.customer('مؤسسة الربيع'))
  await page.goto('/sales/invoices?status=confirmed')
  await page.getByRole('button', { name: t('common:list.views') }).click()
  await page.getByRole('checkbox', { name: t('common:fields.due_date') }).click()
  await page.getByRole('textbox', { name: t('common:list.view_name') }).fill('المؤكدة')
  await page.getByRole('button', { name: t('common:list.save_view') }).click()
  await page.keyboard.press('Escape')
  const column = page.getByRole('columnheader', { name: t('common:fields.due_date') })
  await expect(column).toHaveCount(0)
  await page.goto('/sales/invoices')
  await expect(page.getByRole('columnheader', { name: t('common:fields.total') })).toBeVisible()
  await expect(column).toHaveCount(0)
  await page.getByRole('button', { name: t('common:list.views') }).click()
  await page.getByRole('button', { name: 'المؤكدة', exact: true }).click()
  await expect(page).toHaveURL(/status=confirmed/)
})

test('a search without a result offers to clear it', async ({ signedIn: page, owner, t }) => {
  await owner.customer('مؤسسة الربيع')
  await page.goto('/sales/customers?keyword=zzzz')
  await page.getByRole('button', { name: t('common:actions.clear_search') }).click()
  await expect(page.getByRole('link', { name: 'مؤسسة الربيع', exact: true })).toBeVisible()
})
