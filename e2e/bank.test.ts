import { fill } from './kit/fields.ts'
import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// Lines of the bank's statement are selected in the books; afterwards they cannot be reversed on their own day.

test("a bank's balance is explained line by line, and what it showed stays", async ({ owner, signedIn: page, t }) => {
  const customer = await owner.customer('عميل')
  const { id, branch_id, currency_id } = await owner.invoice(customer)
  const [cash] = (await owner.get('/accounting/accounts/list?purpose=cash')) as { id: number }[]
  const methods = (await owner.get('/payment-methods')) as { id: number; account: { id: number } }[]
  const method = methods.find(({ account }) => account.id === cash?.id)
  const { number: payment_number } = await owner.get('/accounting/income-payments/next-number')
  const payment = await owner.post('/accounting/income-payments', {
    payment_number,
    payment_date: today(),
    branch_id,
    currency_id,
    customer_id: customer,
    amount: 400,
    payment_method_id: method?.id,
    references: [{ reference_id: id, amount: 400 }],
  })
  const word = (name: string) => t(`bank:${name}`)
  await page.goto(`/accounting/bank-reconciliations/create?account_id=${cash?.id}`)
  await fill(page, word('fields.bank_reconciliation.statement_date'), today())
  await fill(page, word('fields.bank_reconciliation.statement_balance'), '٤٠٠')
  const finish = page.getByRole('button', { name: word('actions.finish') })
  await expect(finish).toBeDisabled()
  await page.getByRole('checkbox', { name: payment_number }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(word('totals.explained'))).toBeVisible()
  await finish.click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText(today())
  await page.goto('/accounting/income-payments')
  const named = { name: payment.payment_number }
  await page.getByRole('button', { name: t('common:actions.delete_named', named), disabled: true }).focus()
  await expect(page.getByRole('tooltip')).toHaveText(t('payments:closed.bank_reconciled'))
  await page.getByRole('button', { name: t('common:actions.remarks_named', named) }).click()
  await expect(page.getByText(t('payments:closed.bank_reconciled'))).toBeVisible()
})

test('a draft can be continued or discarded from its page', async ({ owner, signedIn: page, t }) => {
  const [cash] = (await owner.get('/accounting/accounts/list?purpose=cash')) as { id: number }[]
  const [branch] = (await owner.get('/branches/list')) as { id: number }[]
  const brought = [{ account_id: cash?.id, debit: '9', credit: '0' }]
  await owner.post('/accounting/opening', { opening_date: today(), branch_id: branch?.id, lines: brought })
  const statement = { account_id: cash?.id, statement_balance: '7', statement_date: today(), status: 'draft' }
  const { id } = await owner.post('/accounting/bank-reconciliations', statement)
  const path = '/accounting/bank-reconciliations'
  await page.goto(`${path}/${id}/view`)
  await page.getByRole('link', { name: t('bank:actions.continue') }).click()
  await expect(page).toHaveURL(`${path}/${id}`)
  // Open items without a document are named by their kind.
  await expect(page.getByRole('listitem').filter({ hasText: '9.00' })).toContainText(t('history:kinds.opening'))
  // Unexplained, it cannot be finished: Ctrl+S saves it.
  await fill(page, t('bank:fields.bank_reconciliation.statement_balance'), '8')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(t('common:toasts.updated'))).toBeVisible()
  await expect(page).toHaveURL(path)
  await page.goto(`${path}/${id}/view`)
  await page.getByRole('button', { name: t('common:actions.delete'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:actions.confirm') })
    .click()
  await expect(page).toHaveURL(path)
  await expect(page.getByText(t('common:toasts.deleted'))).toBeVisible()
  expect(await owner.get(path)).toEqual([])
})
