import { addDays } from '../ledger/calendar/calendar.ts'
import { isolateBidi } from '../web/i18n/isolateBidi.ts'
import { cell, choose, field, fill } from './kit/fields.ts'
import { openMore } from './kit/openMore.ts'
import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

const kinds = [
  { kind: 'income_payment', document: 'invoice', party: 'customer', path: '/accounting/income-payments' },
  { kind: 'expense_payment', document: 'bill', party: 'supplier', path: '/accounting/expense-payments' },
] as const

for (const { kind, document, party, path } of kinds) {
  test(`${kind}: caps, refusals, the two buttons, and what is left`, async ({ signedIn: page, owner, t }) => {
    const id = await owner[party]('مؤسسة الربيع')
    const [first, second] = [await owner[document](id), await owner[document](id)]
    const [one, two] = [first, second].map((made) => made[`${document}_number`] as string) as [string, string]
    const named = (name: string, number: number) =>
      cell(page, t('common:lines.cell', { field: t(`payments:fields.${kind}.${name}`), number }))
    const take = async (number: number, option: string) => {
      await named('reference_id', number).fill(option)
      await page.getByRole('option', { name: option }).click()
    }
    const left = page.getByText(t('payments:remaining'))
    const confirm = page.getByRole('button', { name: t('common:lines.confirm', { number: 1 }) })

    await page.goto(`${path}/create`)
    await choose(page, page, t(`common:fields.${party}_id`), 'مؤسسة الربيع')
    await field(page, t(`payments:fields.${kind}.payment_method_id`)).click()
    await page.getByRole('option').first().click()
    await fill(page, t('common:fields.amount'), '500')
    await expect(confirm).toBeDisabled()
    await take(1, one)
    await expect(named('amount', 1)).toHaveValue('500.00')
    await expect(confirm).toBeEnabled()

    // Typing is capped by what the payment has left, then by what the document has open.
    await named('amount', 1).fill('200')
    await expect(left).toContainText('300.00')
    await named('amount', 1).pressSequentially('0')
    await expect(named('amount', 1)).toHaveValue('500')
    await fill(page, t('common:fields.amount'), '5000')
    await named('amount', 1).fill('٩٩٩٩')
    await expect(named('amount', 1)).toHaveValue('1150')

    await page.getByRole('button', { name: t('common:lines.add') }).click()
    await take(2, one)
    await expect(page.getByText(t(`errors:already_added_by_field.${kind}.reference_id`))).toBeVisible()
    await take(2, two)
    await named('amount', 2).fill('1')
    await page
      .getByRole('button', { name: t(`payments:actions.pay_${document}`) })
      .nth(1)
      .click()
    await expect(named('amount', 2)).toHaveValue('1,150.00')
    await expect(left).toContainText('2,700.00')
    await page.getByRole('button', { name: t(`payments:actions.amount_per_${document}s`) }).click()
    await expect(field(page, t('common:fields.amount'))).toHaveValue('2,300.00')
    await expect(left).toContainText('0.00')
    await page.keyboard.press('Control+s')
    await page.waitForURL(`**${path}`)
    expect((await owner.get(`/${document}s/${first.id}`)).status).toBe('paid')

    // A paid document is refused with a reason.
    await page.goto(`${path}/create`)
    await choose(page, page, t(`common:fields.${party}_id`), 'مؤسسة الربيع')
    await take(1, one)
    await expect(page.getByText(t(`errors:already_paid_by_field.${kind}.reference_id`))).toBeVisible()
  })

  test(`${kind}: in part, corrected, deleted; the ${document} follows`, async ({ signedIn: page, owner, t }) => {
    const id = await owner[party]('مؤسسة الربيع')
    const made = await owner[document](id)
    const status = async () => (await owner.get(`/${document}s/${made.id}`)).status as string
    const home = document === 'invoice' ? '/sales/invoices' : '/purchases/bills'
    await page.goto(`${home}/${made.id}/view`)
    await page.getByRole('button', { name: t('documents:actions.record_payment') }).click()
    await field(page, t(`payments:fields.${kind}.payment_method_id`)).click()
    await page.getByRole('option').first().click()
    await fill(page, t('common:fields.amount'), '150')
    const edit = page.getByRole('button', { name: t('common:lines.edit', { number: 1 }) })
    const amount = cell(page, t('common:lines.cell', { field: t('common:fields.amount'), number: 1 }))
    await edit.click()
    await amount.fill('150')
    await page.getByRole('button', { name: t('common:actions.save') }).click()
    // Back at the document that it was recorded from; the vouchers have their list.
    await page.waitForURL(`**${home}/${made.id}/view`)
    expect(await status()).toBe('partially_paid')
    await page.goto(path)

    // Its number leads to the record, as specified; the voucher as it prints has its own link.
    await page.getByRole('row').filter({ hasText: '150.00' }).getByRole('link').first().click()
    await page.waitForURL(/payments\/\d+$/)
    await fill(page, t('common:fields.amount'), '1150')
    await edit.click()
    await amount.fill('9999')
    await expect(amount).toHaveValue('1150')
    await page.getByRole('button', { name: t('common:actions.save') }).click()
    await page.waitForURL(`**${path}`)
    await expect(page.getByText(t('common:toasts.updated'))).toBeVisible()
    expect(await status()).toBe('paid')

    await page.goto(`${home}/${made.id}/view`)
    await expect(page.getByText(t('documents:locked.has_payments'))).toBeVisible()
    await page.goto(path)
    const row = page.getByRole('row').filter({ hasText: '1,150.00' })
    await row.getByRole('button').last().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:actions.confirm') })
      .click()
    await expect(page.getByText(t('common:toasts.deleted'))).toBeVisible()
    await expect(page.getByText(t('common:list.no_result'))).toBeVisible()
    expect(await status()).toBe(document === 'invoice' ? 'confirmed' : 'sent')
  })
}

test('required fields of a payment are named, and an address without an id leads to the list', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/accounting/income-payments/new-one')
  await expect(page).toHaveURL(/income-payments$/)
  await page.goto('/accounting/income-payments/create')
  await page.getByRole('button', { name: t('common:actions.save') }).click()
  await expect(field(page, t('common:fields.customer_id'))).toBeFocused()
  const missing = [t('common:fields.customer_id'), t('payments:fields.income_payment.payment_method_id')]
  for (const name of missing) await expect(page.getByText(t('errors:required', { field: name }))).toBeVisible()
})

test('the oldest due document is settled first, and the next voucher has the same defaults', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const customer = await owner.customer('مؤسسة الربيع')
  const first = await owner.invoice(customer)
  const later = await owner.invoice(customer, { due_date: `${Number(first.due_date.slice(0, 4)) + 1}-01-01` })
  await page.goto('/accounting/income-payments/create')
  const party = field(page, t('common:fields.customer_id'))
  await expect(party).toBeFocused()
  await choose(page, page, t('common:fields.customer_id'), 'مؤسسة الربيع')
  const method = field(page, t('payments:fields.income_payment.payment_method_id'))
  await method.click()
  await page.getByRole('option').first().click()
  const usual = await method.inputValue()
  await fill(page, t('common:fields.amount'), '1500')
  await page.getByRole('button', { name: t('payments:actions.oldest_first') }).click()
  await expect(page.getByText(t('payments:remaining'))).toContainText('0.00')
  await page.keyboard.press('Control+s')
  await page.waitForURL('**/accounting/income-payments')
  expect((await owner.get(`/invoices/${first.id}`)).status).toBe('paid')
  expect((await owner.get(`/invoices/${later.id}`)).paid_amount).toBe(350)
  await page.goto('/accounting/income-payments/create')
  await expect(method).toHaveValue(usual)
})

test('a voucher is reversed on another day with a reason, and its invoice is due again', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const customer_id = await owner.customer('مؤسسة الربيع')
  const { id, branch_id, currency_id } = await owner.invoice(customer_id)
  const [method] = await owner.get('/payment-methods/list')
  const path = '/accounting/income-payments'
  const made = await owner.post(path, {
    payment_number: (await owner.get(`${path}/next-number`)).number,
    payment_date: today(),
    customer_id,
    branch_id,
    currency_id,
    payment_method_id: method.id,
    amount: 1150,
    references: [{ reference_id: id, amount: 1150 }],
  })
  await page.goto(`${path}/${made.id}/view`)
  await (await openMore(page, t)).getByRole('button', { name: t('payments:reverse.action') }).click()
  const dialog = page.getByRole('dialog')
  await fill(dialog, t('payments:fields.income_payment.reason'), 'شيك مرتجع')
  await dialog.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article')).toContainText(t('paper:sheet.titles.void_voucher'))
  await expect(page.locator('p', { hasText: isolateBidi(today()) })).toContainText('شيك مرتجع')
  expect((await owner.get(`/invoices/${id}`)).status).toBe('confirmed')
  // A void record cannot be corrected: its form leads back to the page that says so.
  await page.goto(`${path}/${made.id}`)
  await page.waitForURL(`**${path}/${made.id}/view`)
})

test('reversing an allocation, refund or write-off asks first and names it', async ({ signedIn: page, owner, t }) => {
  const customer = await owner.customer('مؤسسة الربيع')
  const { id, invoice_number, invoice_date, branch_id, currency_id } = await owner.invoice(customer)
  const [method] = await owner.get('/payment-methods/list')
  const { number: payment_number } = await owner.get('/accounting/income-payments/next-number')
  const receipt = await owner.post('/accounting/income-payments', {
    payment_number,
    payment_date: today(),
    branch_id,
    currency_id,
    customer_id: customer,
    amount: 400,
    payment_method_id: method.id,
    references: [{ reference_id: id, amount: 400 }],
  })
  await owner.post(`/invoices/${id}/write-off`, { write_off_date: invoice_date, amount: 30, reason: 'تعذر' })
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: t('common:actions.confirm') })
  const left = async () => (await owner.get(`/invoices/${id}`)).remaining_amount

  await page.goto(`/accounting/income-payments/${receipt.id}/view`)
  const unallocate = page.getByRole('button', {
    name: t('payments:advance.unallocate_named', { number: invoice_number }),
  })
  await unallocate.click()
  for (const said of ['مؤسسة الربيع', receipt.payment_number, invoice_number, '400.00'])
    await expect(dialog).toContainText(said)
  await dialog.getByRole('button', { name: t('common:actions.back_out') }).click()
  await expect(dialog).toBeHidden()
  expect(await left()).toBe(720)
  await unallocate.click()
  await confirm.click()
  await expect.poll(left).toBe(1120)
  // Its row is gone, and so is the button with the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const path = `/accounting/income-payments/${receipt.id}`
  await owner.post(`${path}/refund`, { refund_date: today(), amount: 50, payment_method_id: method.id })
  await page.reload()
  // A refund has its own voucher, which the recipient signs.
  await page.getByRole('link', { name: t('payments:advance.voucher') }).click()
  const voucher = page.getByRole('article')
  for (const said of ['سند رد مبلغ لعميل', 'مؤسسة الربيع', receipt.payment_number, '50.00', 'خمسون ريالاً'])
    await expect(voucher).toContainText(said)
  await page.getByRole('button', { name: t('common:actions.back') }).click()
  await expect(voucher).toContainText('سند قبض')
  await page
    .getByRole('button', { name: t('payments:advance.undo_refund_named', { date: isolateBidi(today()) }) })
    .click()
  for (const said of ['مؤسسة الربيع', receipt.payment_number, '50.00']) await expect(dialog).toContainText(said)
  expect((await owner.get(path)).remaining).toBe(350)
  await confirm.click()
  await expect.poll(async () => (await owner.get(path)).remaining).toBe(400)

  // What is refused has the focus, also in a list of which only some is sent.
  await (await openMore(page, t)).getByRole('button', { name: t('payments:advance.allocate') }).click()
  const figure = dialog.getByRole('textbox', { name: invoice_number })
  const after = dialog.getByText(t('payments:advance.left'))
  await expect(after).toContainText('0.00')
  await figure.fill('150')
  await expect(after).toContainText('250.00')
  await figure.fill('9999')
  await expect(after).toContainText('-9,599.00')
  await dialog.getByRole('button', { name: t('payments:advance.allocate') }).click()
  await expect(dialog.getByText(t('refusals:exceeds_remaining'))).toBeVisible()
  await expect(figure).toBeFocused()
  await figure.fill('400.00')
  await dialog.getByRole('button', { name: t('common:actions.cancel') }).click()

  await page.goto(`/sales/invoices/${id}/view`)
  await page
    .getByRole('button', { name: t('payments:write_off.undo_named', { date: isolateBidi(invoice_date) }) })
    .click()
  for (const said of ['مؤسسة الربيع', invoice_number, '30.00']) await expect(dialog).toContainText(said)
  await expect(page.getByText(t('documents:standing.paid'))).toContainText('0.00')
  await expect(page.getByText(t('documents:standing.written_off'))).toContainText('30.00')
  expect(await left()).toBe(1120)
  await confirm.click()
  await expect.poll(left).toBe(1150)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('applying an advance on a locked day asks for a later day', async ({ signedIn: page, owner, t }) => {
  const yesterday = addDays(today(), -1)
  const customer = await owner.customer('مؤسسة الربيع')
  const invoice = await owner.invoice(customer, { invoice_date: yesterday })
  const path = '/accounting/income-payments'
  const [method] = await owner.get('/payment-methods/list')
  const { number: payment_number } = await owner.get(`${path}/next-number`)
  const { branch_id, currency_id } = invoice
  const head = { payment_number, payment_date: yesterday, branch_id, currency_id, customer_id: customer }
  const receipt = await owner.post(path, { ...head, payment_method_id: method.id, amount: 400, references: [] })
  await owner.post('/accounting/period-locks', { all: yesterday })

  await page.goto(`${path}/${receipt.id}/view`)
  await (await openMore(page, t)).getByRole('button', { name: t('payments:advance.allocate') }).click()
  const drawer = page.getByRole('dialog', { name: t('payments:advance.allocate') })
  await expect(drawer.getByRole('textbox', { name: invoice.invoice_number })).toHaveValue('400.00')
  const day = field(drawer, t('payments:fields.income_payment.date'))
  await expect(day).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(day).toBeFocused()
  await day.fill(today())
  await page.keyboard.press('Control+s')
  await expect(drawer).toBeHidden()
  expect((await owner.get(`${path}/${receipt.id}`)).remaining).toBe(0)
})

test('reversing a write-off or set-off of a locked day asks for a later day', async ({ signedIn: page, owner, t }) => {
  const yesterday = addDays(today(), -1)
  const [customer_id, supplier_id] = [await owner.customer('مؤسسة الربيع'), await owner.supplier('مؤسسة الربيع')]
  const invoice = await owner.invoice(customer_id, { invoice_date: yesterday })
  const bill = await owner.bill(supplier_id, { bill_date: yesterday })
  await owner.post(`/invoices/${invoice.id}/write-off`, { write_off_date: yesterday, amount: 30, reason: 'تعذر' })
  const setOff = await owner.post('/accounting/set-offs', {
    set_off_date: yesterday,
    customer_id,
    supplier_id,
    branch_id: invoice.branch_id,
    currency_id: invoice.currency_id,
    receivables: [{ reference_id: invoice.id, amount: 200 }],
    payables: [{ reference_id: bill.id, amount: 200 }],
  })
  await owner.post('/accounting/period-locks', { all: yesterday })
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: t('common:actions.confirm') })
  const left = async () => (await owner.get(`/invoices/${invoice.id}`)).remaining_amount

  await page.goto(`/sales/invoices/${invoice.id}/view`)
  await page.getByRole('button', { name: t('payments:write_off.undo_named', { date: isolateBidi(yesterday) }) }).click()
  const day = field(dialog, t('payments:write_off.later_day'))
  await expect(day).toHaveCount(0)
  await confirm.click()
  await expect(dialog.getByRole('alert')).toHaveText(t('refusals:period_locked'))
  await day.fill(today())
  await confirm.click()
  await expect.poll(left).toBe(950)

  await page.goto(`/accounting/set-offs/${setOff.id}/view`)
  await page.getByRole('button', { name: t('setoffs:void_later.action') }).click()
  for (const said of ['مؤسسة الربيع', setOff.number, '200.00']) await expect(dialog).toContainText(said)
  await expect(field(dialog, t('setoffs:void_later.day'))).toHaveValue(today())
  await confirm.click()
  await expect.poll(left).toBe(1150)
})

test('a concurrent payment or filing is detected: the read-only row gets the focus, and a refused question changes nothing', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const customer = await owner.customer('مؤسسة الربيع')
  const { id, branch_id, currency_id, invoice_date } = await owner.invoice(customer)
  const path = '/accounting/income-payments'
  await page.goto(`${path}/create?document=${id}&kind=invoice`)
  const edit = page.getByRole('button', { name: t('common:lines.edit', { number: 1 }) })
  await expect(edit).toBeVisible()
  const method = field(page, t('payments:fields.income_payment.payment_method_id'))
  await method.click()
  await page.getByRole('option').first().click()
  const { number: payment_number } = await owner.get(`${path}/next-number`)
  const [{ id: payment_method_id }] = await owner.get('/payment-methods/list')
  const head = { payment_number, payment_date: today(), branch_id, currency_id, customer_id: customer }
  const references = [{ reference_id: id, amount: 1150 }]
  await owner.post(path, { ...head, payment_method_id, amount: 1150, references })
  await page.getByRole('button', { name: t('common:actions.save') }).click()
  await expect(page.locator('tr[data-failed]')).toBeVisible()
  await expect(edit).toBeFocused()

  const year = invoice_date.slice(0, 4)
  const bill_date = `${year}-01-10`
  await owner.bill(await owner.supplier('مورد القهوة'), { bill_date })
  await owner.post(`/vat-periods/${year}0331/file`, {})
  page.once('dialog', (leave) => leave.accept())
  await page.goto('/accounting/vat-periods')
  const claim = page
    .getByRole('row')
    .filter({ hasText: `${year}-03-31` })
    .getByRole('button', { name: t('vat:credit.claim') })
  await claim.click()
  await owner.post(`/vat-periods/${year}0630/file`, {})
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(question.getByRole('alert')).toHaveText(t('refusals:vat_credit_used'))
  await question.getByRole('button', { name: t('common:actions.back_out') }).click()
  await expect(claim).toHaveCount(0)
})

test('a cheque is cleared by the entry that its voucher opens, filled', async ({ signedIn: page, owner, t }) => {
  const supplier_id = await owner.supplier('مورد الشيك')
  const cheque = (await owner.get('/payment-methods')).find((one: { name_en: string }) => one.name_en === 'Cheque')
  const path = '/accounting/expense-payments'
  const [branch] = await owner.get('/branches/list')
  const made = await owner.post(path, {
    payment_number: (await owner.get(`${path}/next-number`)).number,
    payment_date: today(),
    supplier_id,
    branch_id: branch.id,
    currency_id: 1,
    payment_method_id: cheque.id,
    amount: 420,
    references: [],
  })
  await page.goto(`${path}/${made.id}/view`)
  await (await openMore(page, t)).getByRole('link', { name: t('payments:clear_cheque') }).click()
  await expect(field(page, t('journal:fields.journal_entry.description'))).toHaveValue(new RegExp(made.payment_number))
  const at = (column: string, row: number) =>
    cell(page, t('common:lines.cell', { field: t(`journal:fields.journal_entry.${column}`), number: row }))
  await expect(at('account_id', 1)).toHaveValue(/210104/)
  await expect(at('debit', 1)).toHaveValue('420.00')
  await expect(at('credit', 2)).toHaveValue('420.00')
})
