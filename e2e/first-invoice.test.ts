import type { Page } from '@playwright/test'
import { cell, field } from './kit/fields.ts'
import { expect, test } from './kit/test.ts'

const password = 'qahwa-2026-x'
/** What a person pressed: each letter and each key. */
type Keys = { count: number; clicks: number }

/** From the page of registration to an invoice that was sent and paid, counting every key. */
test('the first invoice is sent and paid with fewer than 180 keys', async ({ page, t }) => {
  test.slow()
  const keys: Keys = { count: 0, clicks: 0 }
  const type = async (text: string) => {
    keys.count += text.length
    await page.keyboard.type(text)
  }
  const press = async (...pressed: string[]) => {
    for (const key of pressed) {
      keys.count += 1
      await page.keyboard.press(key)
    }
  }
  const click = async (name: string, role: 'button' | 'link' | 'radio' = 'button') => {
    keys.clicks += 1
    const target = page.getByRole(role, { name }).first()
    await (role === 'radio' ? target.check() : target.click())
  }
  // In a row a person presses Enter once the option is marked.
  const chosen = (name: string) =>
    expect(page.getByRole('option', { name })).toHaveAttribute('data-combobox-selected', 'true')
  const unique = String(Date.now() % 10_000)

  await test.step('register', async () => {
    await page.goto('/register')
    await field(page, t('common:fields.name')).focus()
    await type('سارة العتيبي')
    await press('Tab')
    await type(`s${unique}@afq.sa`)
    await press('Tab')
    await type('0501234567')
    await press('Tab')
    await type(password)
    await field(page, t('auth:fields.user.confirmPassword')).focus()
    await press('Tab')
    await field(page, t('auth:fields.user.confirmPassword')).focus()
    await type(password)
    await press('Enter')
    await page.waitForURL('**/onboarding')
  })

  await test.step('set up on one page', async () => {
    await expect(field(page, t('organization:fields.organization.name'))).toBeFocused()
    await type(`شركة ركن ${unique}`)
    await expect(field(page, t('organization:fields.organization.username'))).toHaveValue(`rkn-${unique}`)
    await press('Tab', 'Tab', 'Tab')
    await type('الري')
    await press('Enter')
    await expect(field(page, t('common:fields.city_id'))).toHaveValue('الرياض')
    await click(t('organization:vat_statuses.registered'), 'radio')
    await press('Tab')
    await expect(field(page, t('common:fields.tax_number'))).toBeFocused()
    await type('310122393500003')
    await press('Enter')
    await expect(page.getByRole('heading', { name: t('reports:home.first_steps.title') })).toBeVisible()
  })

  await test.step('an invoice, with its customer and product made in the row', async () => {
    await click(t('reports:home.first_steps.invoice'), 'link')
    const customer = field(page, t('common:fields.customer_id'))
    await expect(customer).toBeFocused()
    await type('الربيع')
    await page.getByRole('option', { name: t('common:create.customer', { name: 'الربيع' }) }).waitFor()
    await press('Enter')
    const drawer = page.getByRole('dialog')
    await expect(field(drawer, t('parties:fields.customer.name'))).toHaveValue('الربيع')
    await expect(field(drawer, t('parties:fields.customer.name'))).toBeFocused()
    await press('Tab')
    await type('r@rabee.sa')
    await press('Tab')
    await type('0507654321')
    await press('Control+s')
    await expect(drawer).toBeHidden()
    await expect(customer).toHaveValue('الربيع')
    const named = (name: string) =>
      cell(page, t('common:lines.cell', { field: t(`documents:fields.invoice.${name}`), number: 1 }))
    await expect(named('product_id')).toBeFocused()
    await type('قهوة')
    await chosen(t('common:create.product', { name: 'قهوة' }))
    await press('Enter')
    await expect(field(drawer, t('catalog:fields.product.name'))).toBeFocused()
    await press('Tab')
    await type('100')
    await press('Control+s')
    await expect(drawer).toBeHidden()
    await expect(named('quantity')).toBeFocused()
    await press('Control+a')
    await type('2')
    await expect(page.locator('dl').filter({ hasText: t('documents:totals.subtotal') })).toContainText('230.00')
    await press('Control+s')
    // The law asks for the buyer's address: said once more, and left for later.
    await expect(drawer).toContainText(t('documents:buyer_notice.question'))
    await expect(drawer.getByRole('button', { name: t('common:actions.confirm') })).toBeFocused()
    await press('Enter')
    await page.waitForURL(/invoices\/\d+\/view/)
  })

  await test.step('sent by WhatsApp, and paid', async () => {
    await sendByWhatsApp(page, t, keys)
    await click(t('documents:actions.record_payment'))
    await page.waitForURL('**/income-payments/create*')
    const method = field(page, t('payments:fields.income_payment.payment_method_id'))
    await method.waitFor()
    if ((await method.inputValue()) === '') {
      keys.clicks += 2
      await method.click()
      await page.getByRole('option').first().click()
    }
    await press('Control+s')
    await page.waitForURL(/invoices\/\d+\/view/)
    const paid = t('payments:saved.invoice_paid', { number: '' }).trim().split(' ').at(-1) as string
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: t('common:toasts.created') })
        .last(),
    ).toContainText(paid)
  })

  expect(keys.count, `${keys.clicks} clicks`).toBeLessThan(180)
  expect(keys.clicks).toBeLessThanOrEqual(12)
})

/** One press issues the invoice, makes its link and opens the message. */
async function sendByWhatsApp(page: Page, t: (key: string) => string, keys: Keys): Promise<void> {
  await page.route('https://wa.me/**', (route) => route.fulfill({ status: 200, body: '' }))
  keys.clicks += 3
  await page.getByRole('button', { name: t('common:actions.send'), exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(t('sharing:sheet.ways.whatsapp'), { exact: true }).click()
  await sheet.getByRole('button', { name: t('sharing:sheet.issue_and_open_whatsapp') }).click()
  await expect(sheet.getByTestId('shared-link')).toBeVisible()
  await page.keyboard.press('Escape')
}
