import type { Page } from '@playwright/test'
import { cell } from './kit/fields.ts'
import { expect, test } from './kit/test.ts'

// How much a key sets in motion in the items table of 200 rows, against an empty one. Counted are the calls of functions until it is drawn:
// a count is the same on a slow or a loaded machine, a time is not.

const rows = 200
const keys = '123456789012'

/** The calls of functions that one key of many takes, on average. */
async function callsOfKey(page: Page, name: string): Promise<number> {
  const input = cell(page, name)
  await input.scrollIntoViewIfNeeded()
  await input.click()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  }
  await page.waitForTimeout(300)
  const { result } = await devtools.send('Profiler.takePreciseCoverage')
  await devtools.detach()
  const counts = result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges[0]?.count ?? 0))
  return counts.reduce((sum, count) => sum + count, 0) / keys.length
}

test('a key in the items table of 200 rows sets little more in motion than in an empty one', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const product_id = await owner.product('ورق', { product_type_id: 2, unlimited_quantity: true })
  const items = Array.from({ length: rows }, () => ({ product_id, quantity: 1, price: 10, tax_rate: 15 }))
  const { id } = await owner.invoice(await owner.customer('مؤسسة الربيع'), { status: 'draft', items })
  const price = (number: number) => t('common:lines.cell', { field: t('common:fields.price'), number })
  await page.goto('/sales/invoices/create')
  const empty = await callsOfKey(page, price(1))
  await page.goto(`/sales/invoices/${id}`)
  await page.getByRole('button', { name: t('common:lines.edit', { number: rows }) }).click()
  const filled = await callsOfKey(page, price(rows))
  console.log(`a key: ${Math.round(filled)} calls with ${rows} rows, ${Math.round(empty)} in an empty table`)
  expect(filled / empty).toBeLessThan(6)
})
