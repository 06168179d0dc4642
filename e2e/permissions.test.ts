import { field, fill } from './kit/fields.ts'
import { limitedUser } from './kit/limited-user.ts'
import { today } from './kit/organization.ts'
import { expect, signInAs, test } from './kit/test.ts'

test('a limited role sees only its menu, and no further by address', async ({ page, owner, t }) => {
  const customer = await owner.customer('مؤسسة الربيع')
  const { id, invoice_number } = await owner.invoice(customer)
  await signInAs(page, await limitedUser(owner.token, ['read-home', 'list-invoice', 'read-invoice']))
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: t('shell:menu.navigation') })
  await expect(menu.getByRole('link')).toHaveText([
    t('common:product'),
    t('shell:pages.home'),
    t('shell:pages.invoices'),
  ])

  await menu.getByRole('link', { name: t('shell:pages.invoices'), exact: true }).click()
  // A user who may list invoices may list the documents that precede and correct them: tabs of the same entry.
  const tabs = page.getByRole('navigation', { name: t('shell:menu.tabs', { name: t('shell:pages.invoices') }) })
  await expect(tabs.getByRole('link')).toHaveText([
    t('shell:pages.invoices'),
    t('shell:tabs.advance_invoices'),
    t('shell:pages.credit_notes'),
    t('shell:pages.debit_notes'),
    t('shell:pages.e_invoicing'),
    t('shell:pages.recurring'),
  ])
  await expect(page.getByRole('row').filter({ hasText: invoice_number })).toBeVisible()
  await expect(page.getByRole('button', { name: t('documents:names.invoice.new') })).toBeHidden()
  const edit = t('common:actions.edit_named', { name: invoice_number })
  await expect(page.getByRole('button', { name: edit })).toBeHidden()

  for (const address of [
    '/sales/customers',
    `/sales/invoices/${id}`,
    '/accounting/income-payments',
    '/settings/taxes',
  ]) {
    await page.goto(address)
    await page.waitForURL('**/access-denied')
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shell:denied.title'))
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/')
})

test('a user without the home page lands on the first permitted page', async ({ page, owner }) => {
  await signInAs(page, await limitedUser(owner.token, ['list-customer']))
  await page.goto('/')
  await expect(page).toHaveURL(/\/sales\/customers$/)
})

test('shows a user without permissions whom to ask, instead of an empty menu', async ({ page, owner, t }) => {
  await signInAs(page, await limitedUser(owner.token, []))
  await page.goto('/')
  await expect(page.getByText(t('shell:welcome.nothing'))).toBeVisible()
})

test('losing a permission during input is reported by the save, and no input is lost', async ({ page, owner, t }) => {
  const kept = ['read-home', 'list-customer', 'read-customer']
  await signInAs(page, await limitedUser(owner.token, [...kept, 'create-customer', 'list-invoice']))
  await page.goto('/sales/customers?edit=new')
  const drawer = page.getByRole('dialog')
  await fill(drawer, t('parties:fields.customer.name'), 'مؤسسة الصبر')
  await fill(drawer, t('common:fields.email'), 'sabr@example.sa')
  const [{ id, name }] = await owner.get('/roles')
  await owner.post(`/roles/${id}`, { name, permissions: kept })
  await drawer.getByRole('button', { name: t('common:actions.save') }).click()
  await expect(page.getByText(t('refusals:not_permitted'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('shell:pages.invoices'), includeHidden: true })).toHaveCount(0)
  await expect(field(drawer, t('parties:fields.customer.name'))).toHaveValue('مؤسسة الصبر')
})

test('a report is opened with its own permission, and the page of reports shows no other', async ({
  page,
  owner,
  t,
}) => {
  await owner.invoice(await owner.customer('مؤسسة الربيع'))
  await signInAs(page, await limitedUser(owner.token, ['list-reports', 'read-report-aged-receivables']))
  await page.goto('/reports')
  const reports = page.locator('main').getByRole('link')
  await expect(reports).toHaveCount(1)
  await reports.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('reports:aged_receivables.title'))
  await expect(page.getByRole('rowheader', { name: 'مؤسسة الربيع' })).toBeVisible()
  await page.goto('/reports/trial-balance')
  await page.waitForURL('**/access-denied')
  await page.goto('/reports/no-such-report')
  await page.waitForURL('**/access-denied')
})

test('only a permitted user reopens a closed year; others may still close years', async ({ page, owner, t }) => {
  const year = { name: '2019', type: 'yearly', started_at: '2019-01-01', ended_at: '2019-12-31' }
  const { id } = await owner.post('/accounting/financial-years', year)
  for (const status of ['open', 'closed'])
    await owner.post(`/accounting/financial-years/${id}/change-status`, { status, waive_vat: true })
  const named = (name: string, status: string) => ({ name: t(`years:change.${name}.named`, { name: status }) })
  await signInAs(page, await limitedUser(owner.token, ['list-financial-year', 'update-financialYear']))
  await page.goto('/accounting/financial-years')
  await expect(page.getByRole('button', named('closed', today().slice(0, 4)))).toBeVisible()
  await expect(page.getByRole('button', named('reopened', '2019'))).toHaveCount(0)
  await expect(page.getByRole('button', named('under_review', '2019'))).toHaveCount(0)
})
