import { cell, choose, field, fill } from './kit/fields.ts'
import { password } from './kit/organization.ts'
import { sheetName } from './kit/sheetName.ts'
import { expect, test } from './kit/test.ts'

// A new organisation issues a tax invoice and gets paid, from the first visit to the books in balance.
test('from registration to a paid invoice and a trial balance at zero', async ({ page, t, language }) => {
  test.slow()
  const city = language === 'en' ? 'Riyadh' : 'الرياض'
  const email = `new.${crypto.randomUUID().slice(0, 8)}@example.sa`
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await test.step('register and set up', async () => {
    await page.goto('/register')
    await fill(page, t('common:fields.name'), 'سارة العتيبي')
    await fill(page, t('common:fields.email'), email)
    await fill(page, t('common:fields.mobile'), '٠٥٠١٢٣٤٥٦٧')
    await fill(page, t('common:fields.password'), password)
    await fill(page, t('auth:fields.user.confirmPassword'), password)
    await press(t('auth:register.submit'))
    await page.waitForURL('**/onboarding')
    // A user in the wrong account can sign out. The user's full name is visible.
    await page.getByRole('button', { name: t('shell:header.account', { name: 'سارة العتيبي' }) }).click()
    await expect(page.getByRole('menuitem')).toHaveText([t('shell:header.logout')])
    const name = page.getByRole('menu').getByText('سارة العتيبي').locator('..')
    expect(await name.evaluate((said) => said.scrollHeight <= said.clientHeight)).toBe(true)
    await page.keyboard.press('Escape')
    await fill(page, t('organization:fields.organization.name'), 'شركة الأفق للتجارة')
    // The short name is proposed, the mobile is known from the registration.
    await expect(field(page, t('organization:fields.organization.username'))).toHaveValue('alafq-lltjara')
    await fill(page, t('organization:fields.organization.username'), `u-${crypto.randomUUID().slice(0, 8)}`)
    await expect(field(page, t('common:fields.mobile')).first()).toHaveValue('0501234567')
    // The set-up asks for the VAT registration and the city, and "not yet" is an answer.
    await press(t('organization:onboarding.start'))
    await expect(page.getByText(t('errors:required_by_field.organization.city_id'))).toHaveCount(1)
    await choose(page, page, t('common:fields.city_id'), city)
    await page.getByRole('radio', { name: t('organization:vat_statuses.registered') }).check()
    await fill(page, t('common:fields.tax_number'), '310122393500003')
    // A server that is away for a moment leaves what was typed.
    await page.route('**/onboarding/submit', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
    await press(t('organization:onboarding.start'))
    await expect(page.getByText(t('common:toasts.unavailable'))).toBeVisible()
    await expect(field(page, t('organization:fields.organization.name'))).toHaveValue('شركة الأفق للتجارة')
    await press(t('organization:onboarding.start'))
    await expect(page.getByRole('heading', { name: t('reports:home.first_steps.title') })).toBeVisible()
  })

  await test.step('a customer in the drawer', async () => {
    // Over the home page, which then counts the step as done.
    await page.getByRole('button', { name: t('reports:home.first_steps.customer') }).click()
    const drawer = page.getByRole('dialog')
    await fill(drawer, t('parties:fields.customer.name'), 'مؤسسة الربيع')
    await fill(drawer, t('common:fields.email'), 'rabee@example.sa')
    await drawer.getByRole('button', { name: t('common:actions.save') }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('img', { name: t('reports:home.first_steps.done') })).toHaveCount(1)
  })

  await test.step('a product', async () => {
    await page.goto('/inventory/products/create')
    await fill(page, t('common:fields.code'), 'QAHWA')
    await fill(page, t('catalog:fields.product.name'), 'قهوة عربية')
    await fill(page, t('catalog:fields.product.sale_price'), '٤٥٫٥٠')
    await fill(page, t('catalog:fields.product.purchase_price'), '20')
    await fill(page, t('common:fields.quantity'), '100')
    await page.getByRole('radio').first().check({ force: true })
    for (const name of ['product_category_id', 'unit_id']) {
      await field(page, t(`catalog:fields.product.${name}`)).click()
      await page.getByRole('option').first().click()
    }
    await press(t('common:actions.save'))
    await expect(page.getByRole('cell', { name: 'قهوة عربية', exact: true })).toBeVisible()
  })

  await test.step('an invoice of three rows by keyboard', async () => {
    await page.getByRole('link', { name: t('shell:pages.invoices'), exact: true }).click()
    await page
      .getByRole('button', { name: t('documents:names.invoice.new') })
      .first()
      .click()
    await choose(page, page, t('common:fields.customer_id'), 'مؤسسة الربيع')
    await field(page, t('documents:fields.invoice.tax_id')).click()
    await page.getByRole('option', { name: '15%' }).click()
    const named = (name: string, number: number) =>
      cell(page, t('common:lines.cell', { field: t(`documents:fields.invoice.${name}`), number }))
    await named('product_id', 1).focus()
    for (const number of [1, 2, 3]) {
      await expect(named('product_id', number)).toBeFocused()
      await page.keyboard.type('قهوه')
      await page.keyboard.press('Enter')
      await expect(named('quantity', number)).toBeFocused()
      await page.keyboard.type(['٢', '3', '1.5'][number - 1] as string)
      await page.keyboard.press('Enter')
      await expect(named('price', number)).toBeFocused()
      await page.keyboard.press('Enter')
    }
    // Enter has added one more row. It is empty, so it has no required fields.
    await expect(named('product_id', 4)).toBeFocused()
    // 2 + 3 + 1.5 of 45.50: 295.75, and 15% of it.
    const totals = page.locator('dl').filter({ hasText: t('documents:totals.subtotal') })
    await expect(totals).toContainText('295.75')
    await expect(totals).toContainText('340.11')
    // The buyer of a tax invoice has no address yet: asked once more, then completed over the form, which keeps all.
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(t('documents:buyer_notice.question'))
    await dialog.getByRole('button', { name: t('common:actions.back_out') }).click()
    await expect(dialog).toBeHidden()
    await press(t('documents:buyer_notice.way'))
    await fill(dialog, t('common:fields.tax_number'), '300000000000003')
    await choose(page, dialog, t('common:fields.city_id'), city)
    for (const [name, value] of Object.entries({
      district: 'العليا',
      street: 'العروبة',
      building_number: '1234',
      postal_code: '12345',
    }))
      await fill(dialog, t(`common:fields.${name}`), value)
    await dialog.getByRole('button', { name: t('common:actions.save') }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: t('documents:buyer_notice.way') })).toHaveCount(0)
    await page.keyboard.press('Control+s')
    await page.waitForURL('**/view')
  })

  await test.step('the printable tax invoice', async () => {
    const sheet = page.getByRole('article')
    await expect(sheet).toContainText('فاتورة ضريبية')
    await expect(sheet).toContainText('310122393500003')
    await expect(sheet).toContainText('340.11')
    // Printing issues it, and only what is issued carries a QR code.
    await expect(sheet.getByRole('img')).toBeHidden()
    await page.evaluate('window.print = () => {}')
    await press(t('common:actions.issue_print'))
    await expect(sheet.getByRole('img')).toBeVisible()
    expect(await sheetName(page)).toContain(t('documents:names.invoice.one'))
    const paper = await page.pdf({ preferCSSPageSize: true })
    expect(paper.subarray(0, 4).toString()).toBe('%PDF')
    // One sheet of paper, without the rest of the screen.
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })

  const pay = async (amount: string | null) => {
    await page.getByRole('button', { name: t('documents:actions.record_payment') }).click()
    await page.waitForURL('**/income-payments/create*')
    await field(page, t('payments:fields.income_payment.payment_method_id')).click()
    await page.getByRole('option').first().click()
    if (amount !== null) {
      await fill(page, t('common:fields.amount'), amount)
      await page.getByRole('button', { name: t('common:lines.edit', { number: 1 }) }).click()
      await cell(page, t('common:lines.cell', { field: t('common:fields.amount'), number: 1 })).fill(amount)
    }
    await press(t('common:actions.save'))
    // Back at the invoice, which says what it is now.
    await page.waitForURL(/\/sales\/invoices\/\d+\/view/)
    const settled = amount === null ? 'invoice_paid' : 'invoice_in_part'
    const words = t(`payments:saved.${settled}`, { number: '' }).trim().split(' ').at(-1) as string
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: t('common:toasts.created') })
        .last(),
    ).toContainText(words)
    await page.goto('/sales/invoices')
  }
  await test.step('paid in part, then in full', async () => {
    await pay('100')
    const row = page.getByRole('row').filter({ hasText: 'مؤسسة الربيع' })
    await expect(row).toContainText(t('common:statuses.partially_paid'))
    await row.getByRole('link').first().click()
    await expect(page.getByText('240.11').first()).toBeVisible()
    await pay(null)
    await expect(row).toContainText(t('common:statuses.paid'))
  })

  await test.step('the books are in balance', async () => {
    await page.goto('/reports/trial-balance')
    await expect(page.getByText(t('reports:difference'))).toContainText('0.00')
    await expect(page.getByRole('table')).toContainText('340.11')
    await page.getByRole('link', { name: t('shell:pages.home'), exact: true }).click()
    await expect(page.getByText(t('reports:home.figures.sales_this_month'))).toBeVisible()
    await expect(page.getByRole('link').filter({ hasText: t('reports:home.figures.cash') })).toContainText('340.11')
  })
})
