import { addDays } from '../ledger/calendar/calendar.ts'
import { choose, field, fill } from './kit/fields.ts'
import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// Defaults that follow from earlier choices, until the user changes them.

test('Escape puts the calendar away, and closes the drawer only when it is pressed once more', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/accounting/financial-years?edit=new')
  const drawer = page.getByRole('dialog', { name: t('years:names.financial_year.new') })
  const started = page.locator('input[data-field=started_at]')
  const calendar = page.locator('[data-dates-dropdown]:visible')
  await started.click()
  await expect(calendar).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

test('the due date keeps its distance from the day until the user sets it', async ({ signedIn: page, t }) => {
  await page.goto('/purchases/bills/create')
  const day = field(page, t('documents:fields.bill.bill_date'))
  const due = field(page, t('common:fields.due_date'))
  const write = async (at: typeof day, value: string) => {
    await at.fill(value)
    await at.blur()
  }
  const [earlier, later] = [addDays(today(), -20), addDays(today(), -10)]
  await write(day, earlier)
  await expect(due).toHaveValue(earlier)
  await write(due, addDays(earlier, 15))
  await write(day, later)
  await expect(due).toHaveValue(addDays(earlier, 15))
  await write(day, addDays(earlier, 18))
  await expect(due).toHaveValue(addDays(earlier, 18))
})

test('a customer brings his open invoices to be ticked, and the amount grows along', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const id = await owner.customer('مؤسسة التأشير')
  const [one, two] = [await owner.invoice(id), await owner.invoice(id)]
  await page.goto('/accounting/income-payments/create')
  await choose(page, page, t('common:fields.customer_id'), 'مؤسسة التأشير')
  const open = page.getByRole('region', { name: t('payments:sections.invoices') })
  const tick = (made: typeof one) => open.getByRole('checkbox', { name: made.invoice_number as string })
  const amount = field(page, t('common:fields.amount'))
  await tick(one).click()
  await expect(tick(one)).toBeFocused()
  await expect(tick(one)).toBeChecked()
  await expect(amount).toHaveValue('1,150.00')
  await tick(two).click()
  await expect(amount).toHaveValue('2,300.00')
  await tick(one).click()
  await expect(amount).toHaveValue('1,150.00')
  await fill(page, t('common:fields.amount'), '1500')
  await tick(one).click()
  await expect(page.getByText(t('payments:remaining'))).toContainText('0.00')
  await field(page, t('payments:fields.income_payment.payment_method_id')).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Control+s')
  await page.waitForURL('**/accounting/income-payments')
  const [paid] = await owner.get('/accounting/income-payments?per_page=1')
  expect(paid.amount).toBe(1500)
})

test('Back asks about unsaved input in a drawer and stays until the question is answered', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/')
  await page.goto('/sales/customers')
  await page
    .getByRole('button', { name: t('parties:names.customer.new') })
    .or(page.getByRole('link', { name: t('parties:names.customer.new') }))
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: t('parties:names.customer.new') })
  await expect(drawer).toBeVisible()
  await drawer.locator('input[data-field=name]').fill('نصف مكتوب')
  const address = page.url()
  await page.goBack()
  const question = page.getByRole('dialog', { name: t('common:unsaved.title') })
  await expect(question).toBeVisible()
  expect(page.url()).toBe(address)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(drawer).toBeVisible()
  await expect(drawer.locator('input[data-field=name]')).toHaveValue('نصف مكتوب')
})

test('while Back asks about a form its address stays, and leaving goes to the page before', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/sales/customers')
  await page.goto('/sales/invoices')
  const create = t('documents:names.invoice.new')
  await page
    .getByRole('button', { name: create })
    .or(page.getByRole('link', { name: create }))
    .first()
    .click()
  await expect(page.locator('[data-field=invoice_number]')).not.toHaveValue('')
  await page.locator('textarea[data-field=notes]').fill('نصف مكتوب')
  const address = page.url()
  expect(address).toContain('/sales/invoices/create')
  await page.goBack()
  const question = page.getByRole('dialog', { name: t('common:unsaved.title') })
  await expect(question).toBeVisible()
  expect(page.url()).toBe(address)
  await page.getByRole('button', { name: t('common:unsaved.stay') }).click()
  await expect(question).toBeHidden()
  expect(page.url()).toBe(address)
  await page.goBack()
  await page.getByRole('button', { name: t('common:unsaved.leave') }).click()
  await expect(page).toHaveURL(/\/sales\/invoices$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/sales\/customers$/)
})

test('removing a row removes its errors, and no error moves to another row', async ({ signedIn: page, owner, t }) => {
  await owner.product('قهوة', { sale_price: '45.5' })
  await page.goto('/sales/invoices/create')
  const named = (name: string, number: number) =>
    page
      .getByLabel(t('common:lines.cell', { field: t(`documents:fields.invoice.${name}`), number }))
      .and(page.locator('input'))
  for (const number of [1, 2, 3]) {
    if (number > 1) await page.getByRole('button', { name: t('common:lines.add') }).click()
    await named('quantity', number).fill(number === 3 ? '0' : '2')
    await named('price', number).fill('10')
  }
  await page.keyboard.press('Control+s')
  const wrong = page.locator('input[aria-invalid=true][data-field^="items."]')
  await expect(page.locator('input[aria-invalid=true][data-field="items.2.quantity"]')).toBeVisible()
  await page.getByRole('button', { name: t('common:lines.remove', { number: 1 }) }).click()
  // The rows have moved up: the error of the third row is not on any other row now.
  await expect(wrong).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.locator('input[aria-invalid=true][data-field="items.1.quantity"]')).toBeVisible()
})
