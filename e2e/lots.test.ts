import { addDays } from '#ledger/calendar/calendar.ts'
import { cell, choose, field, fill } from './kit/fields.ts'
import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// Batches: a bill names two of them, an invoice takes what expires first, and the card of the batch shows who got it.

test('a batch is bought, sold before one that expires later, and followed to its customer', async ({
  owner,
  signedIn: page,
  t,
}) => {
  await owner.switchOn('uses_lots')
  const tracked = { tracking: 'batch', tracks_expiry: true, quantity: '0' }
  const product_id = await owner.product('قهوة بتشغيلات', tracked)
  await owner.supplier('مورد القهوة')
  const customer_id = await owner.customer('مؤسسة الربيع')
  const [late, soon] = [addDays(today(), 90), addDays(today(), 30)]

  await test.step('a bill names two batches', async () => {
    const named = (name: string) =>
      cell(page, t('common:lines.cell', { field: t(`documents:fields.bill.${name}`), number: 1 }))
    await page.goto('/purchases/bills/create')
    await fill(page, t('documents:fields.bill.bill_number'), 'LOTS-1')
    await choose(page, page, t('common:fields.supplier_id'), 'مورد القهوة')
    await field(page, t('common:fields.tax_id')).click()
    await page.getByRole('option', { name: '15%' }).first().click()
    await named('product_id').fill('قهوة بتشغيلات')
    await page.getByRole('option', { name: 'قهوة بتشغيلات' }).click()
    await named('quantity').fill('8')
    await named('quantity').blur()
    await expect(page.getByText(t('lots:name_batches'))).toBeVisible()
    const batches = [
      { number: 'LATE-1', day: late, quantity: '5' },
      { number: 'SOON-1', day: soon, quantity: '3' },
    ]
    for (const [index, { number, day, quantity }] of batches.entries()) {
      const name = `1.${index + 1}`
      await page.getByRole('button', { name: `${t('lots:add_batch')} 1`, exact: true }).click()
      await page.getByLabel(`${t('lots:batch')} ${name}`, { exact: true }).fill(number)
      await page.getByLabel(`${t('common:fields.expires_on')} ${name}`, { exact: true }).fill(day)
      await page.getByLabel(`${t('common:fields.quantity')} ${name}`, { exact: true }).fill(quantity)
      // The second one makes the row whole.
      await expect(page.getByText(t('lots:comes_to', { stated: '5', quantity: '8' }))).toHaveCount(index === 0 ? 1 : 0)
    }
    await page.getByRole('button', { name: t('documents:actions.save_and_confirm') }).click()
    await page.waitForURL('**/purchases/bills')
  })

  await test.step('an invoice takes what expires first', async () => {
    const named = (name: string) =>
      cell(page, t('common:lines.cell', { field: t(`documents:fields.invoice.${name}`), number: 1 }))
    await page.goto(`/sales/invoices/create?customer_id=${customer_id}`)
    await choose(page, page, t('common:fields.customer_id'), 'مؤسسة الربيع')
    await named('product_id').fill('قهوة بتشغيلات')
    await page.getByRole('option', { name: 'قهوة بتشغيلات' }).click()
    await named('quantity').fill('4')
    await named('quantity').blur()
    await expect(page.getByText(t('lots:proposed'))).toBeVisible()
    await expect(page.getByText('SOON-1', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: t('documents:actions.save_and_confirm') }).click()
    await page.waitForURL('**/sales/invoices/**')
    await expect.poll(async () => ((await owner.get('/invoices')) as object[]).length).toBe(1)
    const [{ id }] = (await owner.get('/invoices')) as [{ id: number }]
    const { items } = await owner.get(`/invoices/${id}`)
    expect(items[0].lots).toEqual([
      { number: 'SOON-1', expires_on: soon, quantity: 3 },
      { number: 'LATE-1', expires_on: late, quantity: 1 },
    ])
  })

  await test.step('the card of the batch shows who got it', async () => {
    const { lots } = await owner.get(`/inventory/lot-choices?product_id=${product_id}`)
    expect(lots.map(({ number, quantity }: { number: string; quantity: number }) => [number, quantity])).toEqual([
      ['LATE-1', 4],
    ])
    const stored = (await owner.get(`/inventory/lots?product_id=${product_id}`)) as { id: number; number: string }[]
    const sold = stored.find(({ number }) => number === 'SOON-1')
    await page.goto(`/reports/lot-card?lot_id=${sold?.id}`)
    // The move, and below them who has how much of it.
    const customer = page.getByRole('row').filter({ hasText: 'مؤسسة الربيع' })
    await expect(customer).toHaveCount(2)
    await expect(customer.last()).toContainText('3')
    await expect(page.getByRole('row').filter({ hasText: 'مورد القهوة' })).toHaveCount(1)
  })
})
