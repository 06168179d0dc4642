import { expect, test } from './kit/test.ts'

// A carton of twelve pieces: added from the page of its product, sold on a row at its own price, and taken from the stock in pieces.

test('a product is sold in cartons, and a scan of the carton adds one', async ({ owner, signedIn: page, t }) => {
  const product_id = await owner.product('قهوة')
  await owner.customer('مؤسسة الربيع')
  await owner.post('/units', { code: 'CTN', name: 'كرتون', name_en: 'Carton', status: 'active' })
  const unit = t('common:fields.product_unit_id')

  await test.step('the page of the product offers to add a unit', async () => {
    await page.goto('/settings/organization')
    await page.getByRole('switch', { name: t('organization:fields.organization.uses_barcodes') }).check()
    await page.getByRole('button', { name: t('common:actions.save'), exact: true }).click()
    await page.goto(`/inventory/products/${product_id}/view`)
    await page.getByRole('link', { name: t('overview:actions.add_unit'), exact: true }).click()
    await page.getByRole('button', { name: t('catalog:names.product_unit.new'), exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('combobox', { name: t('catalog:fields.product_unit.unit_id') }).fill('CTN')
    await page.getByRole('option').first().click()
    await drawer.getByRole('textbox', { name: t('catalog:fields.product_unit.content') }).fill('12')
    await drawer.getByRole('textbox', { name: t('catalog:fields.product_unit.sale_price') }).fill('110')
    await drawer.getByRole('combobox', { name: t('catalog:fields.product_unit.barcodes') }).fill('CARTON-12')
    await page.keyboard.press('Enter')
    await drawer.getByRole('button', { name: t('common:actions.save'), exact: true }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: '110' })).toBeVisible()
  })

  await test.step('a scan adds a row of one carton at its own price, and the same unit adds one', async () => {
    await page.goto('/sales/invoices/create')
    const field = page.getByRole('textbox', { name: t('common:scan.product') })
    for (const _ of [1, 2]) {
      await field.pressSequentially('CARTON-12')
      await field.press('Enter')
    }
    await expect(page.getByRole('status').filter({ hasText: ': 2' })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: '(12)' })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('110')
  })

  await test.step('the row changes to pieces at the price of the product', async () => {
    const row = page.getByRole('row').filter({ hasText: '(12)' })
    await row.getByRole('button').first().click()
    await page.getByRole('combobox', { name: unit, exact: true }).selectOption({ index: 0 })
    await expect(
      page.getByRole('textbox', { name: new RegExp(t('documents:fields.invoice.price')) }).first(),
    ).not.toHaveValue('110.00')
  })
})
