import { readFile } from 'node:fs/promises'
import { readPdf } from '../test/harness/pdf-text.ts'
import { expect, test } from './kit/test.ts'

// Labels of marked products: one without a barcode gets one on the way, and the file is printed.

test('marked products get their labels, and what has no barcode gets one', async ({ owner, signedIn: page, t }) => {
  const product_id = await owner.product('قهوة')
  await owner.switchOn('uses_barcodes')
  await page.goto('/inventory/products')
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: t('common:actions.labels'), exact: true }).click()
  const drawer = page.getByRole('dialog', { name: t('labels:title') })
  await drawer.getByRole('textbox', { name: t('labels:fields.product_label.copies') }).fill('3')
  await drawer.getByRole('button', { name: t('labels:print'), exact: true }).click()
  await expect(drawer.getByRole('alert')).toContainText('قهوة')
  const downloaded = page.waitForEvent('download')
  await drawer.getByRole('button', { name: t('labels:give'), exact: true }).click()
  const { text } = await readPdf(await readFile(await (await downloaded).path()))
  await page.goto(`/inventory/products/${product_id}/view`)
  const barcode = (await page.getByText(/^2\d{12}$/).textContent()) ?? ''
  expect(text.split(barcode)).toHaveLength(4)
  await page.getByRole('button', { name: t('common:actions.labels'), exact: true }).click()
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: t('labels:print'), exact: true }).click()
  expect((await again).suggestedFilename()).toMatch(/^labels-.*\.pdf$/)
})
