import { cell } from './kit/fields.ts'
import { expect, test } from './kit/test.ts'

// Goods on notes of their own: nothing of it is shown before it is switched on; then a delivery of a part, its invoice, and what is left.

test('a part of an order is delivered and invoiced, and the rest waits', async ({ owner, signedIn: page, t }) => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const customer_id = await owner.customer('مؤسسة الربيع')
  const product_id = await owner.product('قهوة')
  const [branch] = (await owner.get('/branches/list')) as { id: number }[]
  const taxes = (await owner.get('/taxes/list')) as { id: number; rate: number }[]
  const tax_id = taxes.find(({ rate }) => rate === 15)?.id
  const { id } = await owner.post('/sales-orders', {
    order_date: new Date().toISOString().slice(0, 10),
    customer_id,
    branch_id: branch?.id,
    currency_id: 1,
    tax_id,
    items: [{ product_id, quantity: 5, price: 40, tax_rate: 15 }],
  })
  await owner.post(`/sales-orders/${id}/confirm`, {})

  await test.step('switched on in the settings', async () => {
    await page.goto(`/sales/orders/${id}/view`)
    await expect(page.getByRole('button', { name: t('orders:become.invoice'), exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: t('orders:become.delivery_note') })).toHaveCount(0)
    await page.goto('/settings/organization')
    await page.getByRole('switch', { name: t('organization:fields.organization.uses_goods_notes') }).check()
    await press(t('common:actions.save'))
    await page.goto(`/sales/orders/${id}/view`)
  })

  await test.step('delivered in part', async () => {
    await press(t('orders:become.delivery_note'))
    await page.getByLabel(`${t('goods:rows.quantity')} 1`, { exact: true }).fill('2')
    await press(t('goods:acts.delivery_note'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('DLV-')
    await expect(page.getByText(t('goods:progress.delivery_note.none'), { exact: true })).toBeVisible()
  })

  await test.step('invoiced', async () => {
    await press(t('goods:become.invoice'))
    await page.waitForURL('**/sales/invoices/*')
    await press(t('documents:actions.save_and_confirm'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('INV-')
    const [row] = (await owner.get('/delivery-notes')) as { progress: string; open_value: number }[]
    expect(row).toMatchObject({ progress: 'all', open_value: 0 })
    const [order] = (await owner.get('/sales-orders?delivery=open')) as { id: number; progress: string }[]
    expect(order).toMatchObject({ id, progress: 'part' })
  })
})

test('a bill at another price than its order is asked about on its row, and issued with the reason', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const supplier_id = await owner.supplier('مصنع الورق')
  const product_id = await owner.product('ورق')
  const [branch] = (await owner.get('/branches/list')) as { id: number }[]
  const taxes = (await owner.get('/taxes/list')) as { id: number; rate: number }[]
  const tax_id = taxes.find(({ rate }) => rate === 15)?.id
  const { id } = await owner.post('/purchase-orders', {
    order_date: new Date().toISOString().slice(0, 10),
    supplier_id,
    branch_id: branch?.id,
    currency_id: 1,
    tax_id,
    items: [{ product_id, quantity: 5, price: 40, tax_rate: 15 }],
  })
  await owner.post(`/purchase-orders/${id}/confirm`, {})
  const cellOf = (name: string) =>
    cell(page, t('common:lines.cell', { field: t(`documents:fields.bill.${name}`), number: 1 }))
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(`/purchases/orders/${id}/view`)
  await press(t('orders:become.bill'))
  await page.waitForURL('**/purchases/bills/*')
  await page.getByRole('button', { name: t('common:lines.edit', { number: 1 }) }).click()
  await cellOf('price').fill('42')
  await press(t('documents:actions.save_and_confirm'))
  await expect(cellOf('difference_reason')).toHaveAttribute('aria-invalid', 'true')
  await cellOf('difference_reason').fill('ارتفع سعر الورق')
  const bill = page.url()
  await press(t('documents:actions.save_and_confirm'))
  await page.waitForURL('**/purchases/bills')
  await page.goto(`${bill}/view`)
  const match = page.getByRole('region', { name: t('documents:match.title') })
  await expect(match).toContainText(t('documents:match.price'))
  await expect(match).toContainText('ارتفع سعر الورق')
})
