import { choose, fill } from './kit/fields.ts'
import { expect, test } from './kit/test.ts'

// A part of an invoice is retained: only the rest is due, until the retained part is released and paid.

test('what is retained is due after its release, and retained again when the release is taken back', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const customer = await owner.customer('مؤسسة المقاول')
  const switched = t('organization:fields.organization.uses_retention')
  const section = page.getByRole('region', { name: t('retention:title'), exact: true })

  await test.step('the form asks for it once the organization works with contracts', async () => {
    await page.goto('/sales/invoices/create')
    const heading = page.getByText(t('retention:section'), { exact: true })
    await expect(page.getByRole('button', { name: t('common:lines.add'), exact: true })).toBeVisible()
    await expect(heading).toHaveCount(0)
    await page.goto('/settings/organization')
    await page.getByRole('switch', { name: switched }).check()
    await page.getByRole('button', { name: t('common:actions.save'), exact: true }).click()
    await page.goto('/sales/invoices/create')
    await heading.click()
    await expect(page.getByRole('textbox', { name: t('documents:fields.invoice.retention_percent') })).toBeVisible()
  })

  // 1,000 before VAT of 150: 100 is retained, 1,050 is due.
  const retained = { retention_percent: 10, retention_basis: 'net', retention_release_date: '2099-12-31' }
  const { id } = await owner.invoice(customer, retained)
  await test.step('the page says what is due and what is retained', async () => {
    await page.goto(`/sales/invoices/${id}/view`)
    await expect(section).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('what is retained and what is due now follows while it is typed', async () => {
    await page.goto(`/sales/invoices/${id}`)
    const figure = (name: string) =>
      page.locator('dl > div').filter({ has: page.getByText(t(`documents:totals.${name}`), { exact: true }) })
    await expect(figure('retained')).toContainText('100.00')
    await expect(figure('due_now')).toContainText('1,050.00')
    await choose(page, page, t('documents:fields.invoice.retention_basis'), t('retention:bases.gross'))
    await expect(figure('due_now')).toContainText('1,035.00')
    await fill(page, t('documents:fields.invoice.retention_percent'), '5')
    await expect(figure('retained')).toContainText('57.50')
  })

  await test.step('a payment takes what is due, not what is retained', async () => {
    await page.goto(`/accounting/income-payments/create?document=${id}`)
    await expect(page.getByRole('textbox', { name: t('payments:fields.income_payment.amount') })).toHaveValue(
      '1,050.00',
    )
  })

  await test.step('a release is posted, and taken back', async () => {
    await page.goto(`/sales/invoices/${id}/view`)
    await section.getByRole('button', { name: t('retention:actions.release'), exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: t('retention:actions.release'), exact: true }).click()
    await expect(drawer).toBeHidden()
    await expect(section.getByRole('listitem')).toHaveCount(3)
    await section.getByRole('button', { name: t('retention:actions.take_back'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:actions.confirm'), exact: true })
      .click()
    await expect(section.getByRole('button', { name: t('retention:actions.release'), exact: true })).toBeVisible()
  })

  await test.step('the ageing shows it in a column of its own', async () => {
    await page.goto('/reports/aged-receivables')
    await expect(page.getByRole('columnheader', { name: t('reports:columns.retained'), exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: '100.00', exact: true }).first()).toBeVisible()
  })
})
