import type { Page } from '@playwright/test'
import { field as fieldOf } from './kit/fields.ts'
import { limitedUser } from './kit/limited-user.ts'
import { today } from './kit/organization.ts'
import { expect, signInAs, test } from './kit/test.ts'

// Ctrl+K: anywhere by typing, without a mouse.

const paletteOf = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const current = (page: Page) => page.getByRole('dialog').locator('[aria-selected=true]')

test('finds pages, new records, people, goods and documents, and keeps what was chosen', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const customer = await owner.customer('أحمد الغامدي للتجارة')
  const invoice = await owner.invoice(customer)
  await owner.product('قهوة هررية فاخرة', { code: 'HARARI-1' })
  await page.goto('/sales/invoices')
  const button = page.getByRole('button', { name: t('shell:header.search') })
  const field = paletteOf(page)

  await test.step('the button opens it, Escape closes it and gives the focus back', async () => {
    await button.click()
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await expect(button).toBeFocused()
  })
  await test.step('a page by its name, by keyboard alone', async () => {
    await page.keyboard.press('Control+k')
    await field.fill(t('reports:trial_balance.title'))
    await expect(current(page)).toHaveText(t('reports:trial_balance.title'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/reports/trial-balance')
  })
  await test.step('an invoice by its number', async () => {
    await page.keyboard.press('Control+k')
    await field.fill(invoice.invoice_number)
    await expect(page.getByRole('option', { name: invoice.invoice_number })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sales/invoices/${invoice.id}/view`)
  })
  await test.step('a customer by another spelling of the name opens in its drawer', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('احمد الغامدى')
    // The customer, and the invoice made out to them.
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(2)
    await page.getByRole('option', { name: 'أحمد الغامدي للتجارة' }).last().click()
    await page.waitForURL(`**/sales/customers?edit=${customer}`)
    const drawer = page.getByRole('dialog', { name: t('parties:names.customer.edit') })
    await expect(fieldOf(drawer, t('parties:fields.customer.name'))).toHaveValue('أحمد الغامدي للتجارة')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.waitForURL('**/sales/customers')
  })
  await test.step('a product by its code', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('harari')
    await page.getByRole('option', { name: 'قهوة هررية فاخرة' }).click()
    await page.waitForURL(/\/inventory\/products\/\d+$/)
  })
  await test.step('empty it begins with what was chosen last; the arrows walk, a new record opens its form', async () => {
    await page.keyboard.press('Control+k')
    const recent = page.getByRole('group', { name: t('palette:groups.recent') })
    await expect(recent.getByRole('option')).toHaveCount(4)
    await expect(recent.getByRole('option').first()).toContainText('قهوة هررية فاخرة')
    await page.keyboard.press('ArrowUp')
    await expect(current(page)).not.toContainText('قهوة هررية فاخرة')
    await page.keyboard.press('ArrowDown')
    await expect(current(page)).toContainText('قهوة هررية فاخرة')
    await field.fill(t('palette:create.customer'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: t('parties:names.customer.new') })).toBeVisible()
  })
})

test('finds a transfer of goods by its number and opens it', async ({ signedIn: page, owner }) => {
  const product_id = await owner.product('قهوة')
  const [branch] = (await owner.get('/branches/list')) as { id: number }[]
  const add = (name: string) => owner.post('/inventory/places', { name, branch_id: branch?.id, status: 'active' })
  const [from, to] = [await add('المستودع الرئيسي'), await add('المعرض')]
  const { id } = await owner.post('/inventory/transfers', {
    transfer_date: today(),
    from_place_id: from.id,
    to_place_id: to.id,
    items: [{ product_id, quantity: 3 }],
  })
  const { version: _, ...organization } = (await owner.get('/organization/show')) as unknown as { version: number }
  await owner.post('/organization/update', { ...organization, uses_places: true })
  const { number } = (await owner.get(`/inventory/transfers/${id}`)) as unknown as { number: string }
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await paletteOf(page).fill(number)
  await expect(page.getByRole('option', { name: number })).toContainText('المعرض')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/inventory/transfers/${id}/view`)
})

test('on an Arabic keyboard the same key opens the palette', async ({ signedIn: page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const press = `document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ن', code: 'KeyK', ctrlKey: true }))`
  await page.evaluate(press)
  await expect(paletteOf(page)).toBeFocused()
})

test('offers nothing the person may not do', async ({ page, owner, t }) => {
  const customer = await owner.customer('مؤسسة الربيع')
  await owner.invoice(customer)
  await signInAs(page, await limitedUser(owner.token, ['list-customer']))
  await page.goto('/sales/customers')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const options = page.getByRole('dialog').getByRole('option')
  await expect(options).toHaveText([
    t('shell:pages.customers'),
    // The user's own account, the organizations, the plans and the figures of the law are available to everyone.
    t('shell:pages.account'),
    t('shell:pages.organizations'),
    t('shell:pages.plans'),
    t('shell:pages.law'),
  ])
  await paletteOf(page).fill('الربيع')
  await expect(options).toHaveText(['مؤسسة الربيع'])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sales\/customers\?keyword=/)
  await expect(page.getByRole('row')).toHaveCount(2)
})
