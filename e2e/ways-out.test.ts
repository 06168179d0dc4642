import { isolateBidi } from '../web/i18n/isolateBidi.ts'
import { fill } from './kit/fields.ts'
import { openMore } from './kit/openMore.ts'
import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// A locked record names its lock reason and links to the place where the lock can be removed (accounting rules B4, B5).

test('the rest of a debit note is written off, and the write-off reversed, on its page', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const { id } = await owner.invoice(await owner.customer('مؤسسة الربيع'))
  const lines = [{ line_number: 1, amount: '100' }]
  const note = await owner.post(`/invoices/${id}/debit-note`, { note_date: today(), reason: 'فرق سعر', lines })
  await page.goto(`/sales/debit-notes/${note.id}/view`)
  await (await openMore(page, t)).getByRole('button', { name: t('payments:write_off.title'), exact: true }).click()
  await fill(page.getByRole('dialog'), t('payments:fields.income_payment.reason'), 'تعذر التحصيل')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(t('notes:locked.has_write_offs'))).toBeVisible()
  const more = await openMore(page, t)
  await expect(more.getByRole('button', { name: t('notes:actions.similar') })).toBeVisible()
  await expect(more.getByRole('button', { name: t('notes:actions.void') })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('payments:write_off.undo_named', { date: isolateBidi(today()) }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:actions.confirm') })
    .click()
  await expect((await openMore(page, t)).getByRole('button', { name: t('notes:actions.void') })).toBeVisible()
})

test('a paid debit note names its payment, which is opened from its page', async ({ owner, signedIn: page, t }) => {
  const customer_id = await owner.customer('مؤسسة الربيع')
  const { id, branch_id, currency_id } = await owner.invoice(customer_id)
  const lines = [{ line_number: 1, amount: '100' }]
  const note = await owner.post(`/invoices/${id}/debit-note`, { note_date: today(), reason: 'فرق سعر', lines })
  const [method] = await owner.get('/payment-methods/list')
  const { number: payment_number } = await owner.get('/accounting/income-payments/next-number')
  const payment = await owner.post('/accounting/income-payments', {
    payment_number,
    payment_date: today(),
    customer_id,
    branch_id,
    currency_id,
    payment_method_id: method.id,
    amount: '115',
    references: [{ reference_id: note.id, amount: '115' }],
  })
  await page.goto(`/sales/debit-notes/${note.id}/view`)
  await expect(page.getByText(t('notes:locked.has_payments'))).toBeVisible()
  await page.getByRole('link', { name: payment.payment_number }).click()
  await page.waitForURL(`**/accounting/income-payments/${payment.id}/view`)
})

test('an invoice of a locked period leads to its lock and to a credit note', async ({ owner, signedIn: page, t }) => {
  const { id, invoice_date: day } = await owner.invoice(await owner.customer('مؤسسة الربيع'))
  await owner.post('/accounting/period-locks', { all: day })
  await page.goto(`/sales/invoices/${id}/view`)
  await expect(page.getByText(t('documents:locked.period_locked'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('notes:names.credit_note.new') })).toBeVisible()
  await page.getByRole('link', { name: t('documents:lift.period_locked') }).click()
  await page.waitForURL('**/accounting/financial-years')
})

test('an entry whose amount due was paid names the payment, on its page and in its form', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const customer_id = await owner.customer('مؤسسة الربيع')
  const accounts = (await owner.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const idOf = (wanted: string) => accounts.find(({ number }) => number === wanted)?.id
  const [[branch], [method]] = [await owner.get('/branches/list'), await owner.get('/payment-methods/list')]
  const { number: journal_number } = await owner.get('/accounting/journal-entries/next-number')
  const shared = { branch_id: branch.id, currency_id: 1 }
  const entry = await owner.post('/accounting/journal-entries', {
    ...shared,
    journal_number,
    journal_date: today(),
    lines: [
      { account_id: idOf('110201'), customer_id, debit: '700', credit: '0' },
      { account_id: idOf('420101'), debit: '0', credit: '700' },
    ],
  })
  const [item] = await owner.get(`/invoices/list?customer_id=${customer_id}`)
  const { number: payment_number } = await owner.get('/accounting/income-payments/next-number')
  const payment = await owner.post('/accounting/income-payments', {
    ...shared,
    payment_number,
    payment_date: today(),
    customer_id,
    payment_method_id: method.id,
    amount: '300',
    references: [{ reference_id: item.id, amount: '300' }],
  })
  for (const address of [`/accounting/journal-entries/${entry.id}`, `/accounting/journal-entries/${entry.id}/view`]) {
    await page.goto(address)
    await expect(page.getByText(t('journal:items.settled'))).toBeVisible()
    await expect(page.getByRole('link', { name: payment.payment_number })).toBeVisible()
  }
  const more = await openMore(page, t)
  await expect(more.getByRole('link', { name: t('journal:actions.similar') })).toBeVisible()
  for (const name of [t('journal:reverse.action'), t('journal:actions.void')])
    await expect(more.getByRole('button', { name, exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: payment.payment_number }).click()
  await page.waitForURL(`**/accounting/income-payments/${payment.id}/view`)
})

test('an opening receivable names what settled it', async ({ owner, signedIn: page, t }) => {
  const customer_id = await owner.customer('مؤسسة الربيع')
  const [[branch], [method]] = [await owner.get('/branches/list'), await owner.get('/payment-methods/list')]
  const shared = { branch_id: branch.id, currency_id: 1 }
  const day = `${today().slice(0, 4)}-01-01`
  await owner.post('/accounting/opening', {
    opening_date: day,
    branch_id: branch.id,
    version: 0,
    receivables: [{ customer_id, number: 'OLD-1', due_date: day, currency_id: 1, amount: '4600' }],
  })
  const [item] = await owner.get(`/invoices/list?customer_id=${customer_id}`)
  const { number: payment_number } = await owner.get('/accounting/income-payments/next-number')
  const payment = await owner.post('/accounting/income-payments', {
    ...shared,
    payment_number,
    payment_date: today(),
    customer_id,
    payment_method_id: method.id,
    amount: '300',
    references: [{ reference_id: item.id, amount: '300' }],
  })
  await page.goto('/accounting/opening')
  await page.getByRole('button', { name: t('opening:sections.receivables') }).click()
  const settled = page.getByRole('list', { name: t('opening:settled.hint') })
  await expect(settled).toContainText('OLD-1')
  await settled.getByRole('link', { name: payment.payment_number }).click()
  await page.waitForURL(`**/accounting/income-payments/${payment.id}/view`)
})
