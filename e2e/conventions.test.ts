import type { Locator, Page } from '@playwright/test'
import { keywordMaximum } from '#contract/kit/envelope.ts'
import { choose, field, fill } from './kit/fields.ts'
import { goOffline } from './kit/goOffline.ts'
import { goTo } from './kit/lookAt.ts'
import { openMore } from './kit/openMore.ts'
import { type Organization, today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// Behaviour common to all screens.

const pressTwice = (button: Locator) =>
  button.evaluate((element: { click(): void }) => {
    element.click()
    element.click()
  })

test('a file that is not a picture is refused before anything is sent', async ({ signedIn: page, t }) => {
  await page.goto('/inventory/products/create')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const buffer = Buffer.from('no picture')
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
  const refusal = page.getByText(t('common:toasts.upload_failed'))
  await expect(refusal).toBeVisible()
  await expect(page.getByRole('button', { name: t('common:actions.remove_image') })).toHaveCount(0)
  await expect(refusal).toBeHidden({ timeout: 30_000 })
})

test('deleting the last row of a page shows the previous page; a keyword may have any length', async ({
  signedIn: page,
  owner,
  t,
}) => {
  for (let number = 10; number <= 20; number++) await owner.customer(`عميل ${number}`)
  await page.goto('/sales/customers?sort_key=name&page=2')
  await page.getByRole('button', { name: t('common:actions.delete_named', { name: 'عميل 20' }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:actions.confirm') })
    .click()
  await expect(page.getByText('عميل 10')).toBeVisible()
  await expect(page).toHaveURL('/sales/customers?sort_key=name')
  await expect(page.getByText('1–10 / 10')).toBeVisible()
  const search = page.getByRole('searchbox')
  await search.fill('')
  await search.pressSequentially('س'.repeat(keywordMaximum + 1))
  await expect(page.getByText(t('common:list.no_result'))).toBeVisible()
})

test('a changed user name and changed settings apply as soon as they are saved', async ({ signedIn: page, t }) => {
  await page.goto('/users')
  await page.getByRole('button', { name: t('common:actions.edit_named', { name: 'سارة' }) }).click()
  const drawer = page.getByRole('dialog')
  await fill(drawer, t('common:fields.name'), 'نورة')
  await drawer.getByRole('button', { name: t('common:actions.save') }).click()
  await expect(page.getByRole('button', { name: t('shell:header.account', { name: 'نورة' }) })).toBeVisible()
  // From here on pages are opened through links, without a reload that would check the session.
  await goTo(page, '/settings/organization')
  const action = field(page, t('organization:fields.organization.default_save_action'))
  await action.click()
  await page.getByRole('option', { name: t('organization:save_actions.draft') }).click()
  await page.getByRole('button', { name: t('common:actions.save'), exact: true }).click()
  await expect(page.getByText(t('common:toasts.updated')).last()).toBeVisible()
  await goTo(page, '/sales/invoices/create')
  const submit = page.locator('button[type=submit]')
  await expect(submit).toHaveText(t('documents:actions.save_draft'))
})

test('a form stays open and keeps its input when an option list is refused', async ({ signedIn: page, t }) => {
  let asked = 0
  await page.route('**/api/branches/list*', (route) => {
    asked++
    return route.fulfill({ status: 403, json: { message: 'no', errors: {} } })
  })
  await page.goto('/accounting/set-offs')
  const empty = page.getByRole('region', { name: t('setoffs:names.set_off.many') })
  await empty.getByRole('button', { name: t('setoffs:names.set_off.new') }).click()
  const notes = field(page, t('setoffs:fields.set_off.notes'))
  await notes.fill('كلام')
  await page.waitForLoadState('networkidle')
  await expect(notes).toHaveValue('كلام')
  // Once for the page, once for the field.
  expect(asked).toBeLessThanOrEqual(2)
})

test('a deleted record leads back to its list, and a record that is created elsewhere leads there', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/sales/credit-notes')
  const empty = page.getByRole('region', { name: t('notes:names.credit_note.many') })
  await empty.getByRole('link', { name: t('shell:pages.invoices') }).click()
  await page.waitForURL('**/sales/invoices')
  await page.goto('/inventory/products/99999')
  await expect(page.getByText(t('common:states.not_found'), { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shell:pages.product_edit'))
  await page.getByRole('link', { name: t('common:actions.to_list') }).click()
  await page.waitForURL('**/inventory/products')
})

test('deleting a row that another user deleted fails with the specified message in the dialog', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const customer = await owner.customer('عميل عابر')
  await page.goto('/sales/customers')
  await page.getByRole('button', { name: t('common:actions.delete_named', { name: 'عميل عابر' }) }).click()
  const dialog = page.getByRole('dialog')
  await owner.remove(`/customers/${customer}`)
  await dialog.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('common:toasts.unknown'))
  // Its button was disabled, which moved the focus; the list behind it is updated.
  await expect(dialog.getByRole('button', { name: t('common:actions.confirm') })).toBeFocused()
  await expect(page.locator('tbody').getByText('عميل عابر')).toHaveCount(0)
})

test('a paid invoice keeps its icons: one says why it is not deleted, the other leads to its remarks', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const customer = await owner.customer('مؤسسة الربيع')
  const invoice = await owner.invoice(customer)
  const [method] = await owner.get('/payment-methods/list')
  const { number } = await owner.get('/accounting/income-payments/next-number')
  const { branch_id, currency_id, invoice_date: payment_date, id } = invoice
  await owner.post('/accounting/income-payments', {
    payment_number: number,
    payment_date,
    customer_id: customer,
    branch_id,
    currency_id,
    payment_method_id: method.id,
    amount: 1150,
    references: [{ reference_id: id, amount: 1150 }],
  })
  await page.goto('/sales/invoices')
  const named = { name: invoice.invoice_number }
  await page.getByRole('button', { name: t('common:actions.delete_named', named), disabled: true }).focus()
  await expect(page.getByRole('tooltip')).toHaveText(t('documents:locked.is_settled'))
  await page.getByRole('button', { name: t('common:actions.remarks_named', named) }).click()
  await page.waitForURL(`**/sales/invoices/${id}`)
  await expect(page.getByText(t('documents:locked.has_payments'))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('documents:remarks.edit_invoice'))
  await page.getByRole('link', { name: t('documents:remarks.way_out') }).click()
  await page.waitForURL(`**/sales/invoices/${id}/view`)
})

test('a save without a connection says so and is not sent by itself; pressed twice it is sent once', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/roles/create')
  await field(page, t('common:fields.name')).fill('أمين صندوق')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  const save = page.getByRole('button', { name: t('common:actions.save'), exact: true })
  await goOffline(page)
  await save.click()
  await expect(page.getByText(t('common:toasts.unavailable'))).toBeVisible()
  await page.context().setOffline(false)
  await expect(save).toBeEnabled()
  sent.length = 0
  await save.dblclick()
  await page.waitForURL(/\/roles\/\d+$/)
  await expect(page.getByText(t('common:toasts.created'))).toBeVisible()
  await expect(page.getByText(t('common:toasts.unavailable'))).toBeHidden()
  expect(sent).toHaveLength(1)
})

test('pressed twice before the page can show that it waits, a button sends once', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await owner.customer('عميل')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()))
  await page.goto('/sales/customers')
  await page.getByRole('button', { name: t('common:actions.delete_named', { name: 'عميل' }) }).click()
  await pressTwice(page.getByRole('dialog').getByRole('button', { name: t('common:actions.confirm') }))
  await expect(page.getByText(t('common:toasts.deleted'))).toBeVisible()
  await page.goto('/roles/create')
  await field(page, t('common:fields.name')).fill('أمين صندوق')
  await pressTwice(page.getByRole('button', { name: t('common:actions.save'), exact: true }))
  await page.waitForURL(/\/roles\/\d+$/)
  expect(sent).toEqual(['DELETE', 'POST'])
})

test('printing an invoice issues it first, only once, and prints nothing if issuing fails', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await registerForTax(owner)
  const { id } = await owner.invoice(await owner.customer('عميل'))
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await page.goto(`/sales/invoices/${id}/view`)
  const print = page.getByRole('button', { name: t('common:actions.print') })
  await expect(print).toBeVisible()
  await countPrints(page)
  await goOffline(page)
  await print.click()
  await expect(page.getByText(t('common:toasts.unavailable'))).toBeVisible()
  await page.context().setOffline(false)
  sent.length = 0
  await pressTwice(print)
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
  expect(sent).toEqual([expect.stringMatching(/issue$/)])
})

test('printing a note issues and locks it: its page gives the reason and offers another note', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await registerForTax(owner)
  const { id } = await owner.invoice(await owner.customer('عميل'))
  const lines = [{ line_number: 1, amount: '100' }]
  const note = await owner.post(`/invoices/${id}/credit-note`, { note_date: today(), reason: 'خصم', lines })
  await page.goto(`/sales/credit-notes/${note.id}/view`)
  const more = await openMore(page, t)
  const voided = more.getByRole('button', { name: t('notes:actions.void') })
  await expect(voided).toBeVisible()
  await countPrints(page)
  await page.getByRole('button', { name: t('common:actions.print') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
  await expect(page.getByText(t('notes:locked.note_issued'))).toBeVisible()
  await openMore(page, t)
  await expect(more.getByRole('button', { name: t('notes:actions.similar') })).toBeVisible()
  await expect(voided).toHaveCount(0)
  await page.getByRole('link', { name: t('notes:names.debit_note.new') }).click()
  await page.waitForURL(`**/sales/invoices/${id}/debit-note`)
  await page.goto(`/sales/credit-notes/${note.id}/view`)
  await (await openMore(page, t)).getByRole('button', { name: t('notes:actions.similar') }).click()
  await page.waitForURL(`**/sales/invoices/${id}/credit-note?copy=${note.id}`)
  await expect(page.locator('[data-field=reason]')).toHaveValue('خصم')
  await expect(page.locator('[data-field="lines.0.amount"]')).toHaveValue('100.00')
  await page.goto('/sales/credit-notes')
  const named = t('common:actions.delete_named', { name: note.note_number })
  await expect(page.getByRole('button', { name: named })).toHaveAccessibleDescription(t('notes:locked.note_issued'))
})

/** From now on what is printed is issued. */
const registerForTax = async (owner: Organization) =>
  owner.post('/organization/update', {
    ...(await owner.get('/organization/show')),
    tax_number: '310122393500003',
  })

/** The printed content is measured on the page. */
const countPrints = (page: Page) =>
  page.locator('html').evaluate(({ dataset }: { dataset: Record<string, string> }) => {
    const print = () => {
      dataset.printed = String(Number(dataset.printed ?? 0) + 1)
    }
    Object.assign(globalThis, { print })
  })

test('a missing exchange rate is entered from the form, which keeps its input', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const id = await owner.customer('Global Parts')
  await page.goto('/sales/invoices/create')
  await choose(page, page, t('common:fields.customer_id'), 'Global Parts')
  await fill(page, t('common:fields.notes'), 'قبل السعر')
  // A click selects the chosen text: typing replaces it.
  await field(page, t('common:fields.currency_id')).click()
  await page.keyboard.type('GBP')
  await expect(page.getByRole('option')).toHaveCount(1)
  // Enter takes the option that is marked, which follows the typed text.
  await expect(page.locator('[role=option][data-combobox-selected]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('common:currency.add_rate') }).click()
  const drawer = page.getByRole('dialog')
  await expect(field(drawer, t('organization:fields.currency.valid_on'))).toHaveValue(today())
  await fill(drawer, t('organization:fields.currency.rate'), '4.85')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('1 GBP = 4.85 SAR')).toBeVisible()
  await goOffline(page)
  await page.context().setOffline(false)
  await expect(field(page, t('common:fields.notes'))).toHaveValue('قبل السعر')
  await expect(page).toHaveURL(/create$/)
  expect(await owner.get(`/invoices?customer_id=${id}`)).toEqual([])
})

test('an invalid date is not saved as the previous date; Escape answers the question of a drawer once', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/accounting/financial-years?edit=new')
  const name = field(page, t('common:fields.name'))
  await name.fill('سنة')
  const started = page.locator('input[data-field=started_at]')
  await started.fill('2026-02-30')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(t('errors:invalid_date'))).toBeVisible()
  await expect(started).toHaveValue('2026-02-30')
  // By mouse as well: what was typed stays to be mended, and the day before it is not sent.
  await started.fill('2031-01-01')
  await page.locator('input[data-field=ended_at]').fill('2031-12-31')
  await started.fill('2031-02-30')
  await page.getByRole('button', { name: t('common:actions.save'), exact: true }).click()
  await expect(page.getByText(t('errors:invalid_date'))).toBeVisible()
  await expect(started).toHaveValue('2031-02-30')
  await expect(page.getByText(t('common:toasts.created'))).toBeHidden()
  await started.focus()
  // The reason is shown in the place of the calendar.
  await expect(page.locator('[data-dates-dropdown]:visible')).toHaveCount(0)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: t('common:unsaved.title') })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('سنة')
})

test('letters in a figure are refused when the field is left, before anything is saved', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/accounting/income-payments/create')
  const amount = page.locator('input[data-field=amount]')
  for (const typed of ['abc', '1e5', 'SAR 9']) {
    await amount.fill(typed)
    await amount.blur()
    await expect(page.getByText(t('errors:invalid_number'))).toBeVisible()
    await expect(amount).toHaveValue(typed)
  }
  await amount.fill('٩٫٥')
  await amount.blur()
  await expect(page.getByText(t('errors:invalid_number'))).toBeHidden()
  await expect(amount).toHaveValue('9.50')
})

test('a copy of a record that is not there says so, and does not open an empty form', async ({ signedIn: page, t }) => {
  for (const path of ['/sales/invoices', '/purchases/bills', '/accounting/income-payments']) {
    await page.goto(`${path}/create?copy=999999`)
    await expect(page.getByRole('link', { name: t('common:actions.to_list') })).toBeVisible()
    await expect(page.locator('[data-form-page]')).toHaveCount(0)
  }
})

test('an invalid date in an address is refused, and the field shows no other date', async ({ signedIn: page, t }) => {
  await page.goto('/reports/trial-balance?from=2026-02-30&to=2026-12-31')
  await expect(page.getByText(t('errors:invalid_date')).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: t('reports:fields.report.from') })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: t('reports:fields.report.to') })).toHaveValue('2026-12-31')
})

test('a dialog does not save the previous date for an invalid one', async ({ signedIn: page, t }) => {
  await page.goto('/accounting/financial-years')
  await page.getByRole('button', { name: t('years:locks.open') }).click()
  const sales = page.getByRole('textbox', { name: t('years:fields.period_lock.sales') })
  await sales.fill('2020-01-31')
  await sales.fill('2020-02-30')
  await page.getByRole('button', { name: t('common:actions.save'), exact: true }).click()
  await expect(page.getByRole('dialog').getByText(t('errors:invalid_date'))).toBeVisible()
  await expect(sales).toHaveValue('2020-02-30')
  await expect(page.getByText(t('common:toasts.updated'))).toBeHidden()
  await sales.fill('2020-02-29')
  await page.getByRole('button', { name: t('common:actions.save'), exact: true }).click()
  await expect(page.getByText(t('common:toasts.updated'))).toBeVisible()
})

test('Ctrl+S saves, on an Arabic keyboard too', async ({ signedIn: page, t }) => {
  await page.goto('/roles/create')
  await field(page, t('common:fields.name')).fill('محاسب')
  await page.evaluate(`document.dispatchEvent(new KeyboardEvent('keydown', { key: 'س', code: 'KeyS', ctrlKey: true }))`)
  await page.waitForURL(/\/roles\/\d+$/)
})

test('after a version conflict the form keeps its input and links to the newest version in a new tab', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const customer = await owner.customer('مؤسسة الربيع')
  await page.goto(`/sales/customers?edit=${customer}`)
  const name = page.locator('input[data-field=name]')
  await expect(name).toHaveValue('مؤسسة الربيع')
  const stored = await owner.get(`/customers/${customer}`)
  await owner.post(`/customers/${customer}`, { ...stored, name: 'مؤسسة الخريف' })
  await name.fill('مؤسسة الشتاء')
  await page.keyboard.press('Control+s')
  const newest = page.getByRole('link', { name: t('common:toasts.open_newest') })
  await expect(newest).toHaveAttribute('href', new RegExp(`edit=${customer}$`))
  await expect(name).toHaveValue('مؤسسة الشتاء')
  const [beside] = await Promise.all([page.waitForEvent('popup'), newest.click()])
  await expect(beside.locator('input[data-field=name]')).toHaveValue('مؤسسة الخريف')
})

test('a locked date links to the page that unlocks it, and the form keeps its input', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await owner.supplier('مورد القهوة')
  await owner.post('/accounting/period-locks', { all: today() })
  await page.goto('/accounting/expense-payments/create')
  await choose(page, page, t('common:fields.supplier_id'), 'مورد القهوة')
  await field(page, t('payments:fields.expense_payment.payment_method_id')).click()
  await page.getByRole('option').first().click()
  await fill(page, t('common:fields.amount'), '100')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Control+s')
  const way = page.getByRole('alert').getByRole('link', { name: t('shell:pages.financial_years') })
  const [beside] = await Promise.all([page.waitForEvent('popup'), way.click()])
  await expect(beside.getByRole('heading', { level: 1 })).toHaveText(t('years:names.financial_year.many'))
  await owner.post('/accounting/period-locks', { all: '' })
  await expect(field(page, t('common:fields.amount'))).toHaveValue('100.00')
  // The cancel button is still there, on a phone too, and not above the save button.
  await page.getByRole('button', { name: t('common:actions.save'), exact: true }).click({ timeout: 30_000 })
  await page.waitForURL('**/accounting/expense-payments')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
