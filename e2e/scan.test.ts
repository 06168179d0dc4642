import { expect, test } from './kit/test.ts'

// A scanner types into the page: the same goods add up in one row, and a barcode of no product is refused where it was typed.

test('a scanner fills an invoice on a phone, one row for the same goods', async ({ owner, signedIn: page, t }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const product_id = await owner.product('قهوة')

  await test.step('switched on, and given a barcode', async () => {
    await page.goto('/settings/organization')
    await page.getByRole('switch', { name: t('organization:fields.organization.uses_barcodes') }).check()
    await page.getByRole('button', { name: t('common:actions.save'), exact: true }).click()
    await page.goto(`/inventory/products/${product_id}`)
    await page.getByRole('combobox', { name: t('catalog:fields.product.barcodes') }).fill('6281000000014')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t('common:actions.save'), exact: true }).click()
    await page.waitForURL('**/inventory/products')
  })

  const field = page.getByRole('textbox', { name: t('common:scan.product') })
  const scan = async (code: string) => {
    await field.pressSequentially(code)
    await field.press('Enter')
  }
  await test.step('an invoice takes two pieces in one row, and refuses an unknown code', async () => {
    await page.goto('/sales/invoices/create')
    await scan('6281000000014')
    await scan('6281000000014')
    await expect(page.getByRole('status').filter({ hasText: 'قهوة: 2' })).toBeVisible()
    await scan('404')
    await expect(page.getByRole('status').filter({ hasText: '404' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'قهوة' })).toHaveCount(1)
  })
})
