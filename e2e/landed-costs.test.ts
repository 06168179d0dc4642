import { choose, fill } from './kit/fields.ts'
import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// Freight of one bill over the goods of another: by the weight of the products, first a part of it and then the rest.

test('a part of the freight is spread by the weight of the products, then the rest, and both are taken back', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const supplier = await owner.supplier('شركة الشحن البحري')
  const press = (name: string, within: Pick<typeof page, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true }).click()

  await test.step('the form of a product asks for its weight once costs are spread over goods', async () => {
    await page.goto('/settings/organization')
    await page.getByRole('switch', { name: t('organization:fields.organization.uses_landed_costs') }).check()
    await press(t('common:actions.save'))
    const id = await owner.product('حديد', { quantity: '0' })
    await page.goto(`/inventory/products/${id}`)
    await page.getByText(t('catalog:sections.more'), { exact: true }).click()
    await fill(page, t('catalog:fields.product.weight'), '2.500001')
    await press(t('common:actions.save'))
    await page.waitForURL('**/inventory/products')
    expect((await owner.get(`/products/${id}`)).weight).toBe(2.500001)
  })

  const goods = await Promise.all([
    owner.product('خشب', { quantity: '0', weight: '1' }),
    owner.product('حجر', { quantity: '0', weight: '3' }),
  ])
  const items = goods.map((product_id) => ({ product_id, quantity: 10, price: 20, tax_rate: 15 }))
  const bought = await owner.bill(supplier, { items })
  const freight = await owner.bill(supplier)
  const section = page.getByRole('region', { name: t('landed:title'), exact: true })
  const drawer = page.getByRole('dialog')

  await test.step('a part is spread: each row shows what it bears before it is sent', async () => {
    await page.goto(`/purchases/bills/${freight.id}/view`)
    await press(t('landed:actions.land'), section)
    await fill(page, t('landed:fields.landed_cost.amount'), '400')
    await choose(page, drawer, t('landed:fields.landed_cost.basis'), t('landed:bases.weight'))
    const bills = drawer.getByRole('combobox', { name: t('landed:fields.landed_cost.bills') })
    await bills.fill(bought.bill_number)
    await page.getByRole('option').filter({ hasText: bought.bill_number }).click()
    await page.keyboard.press('Escape')
    const shares = drawer.getByRole('list', { name: t('landed:shares') })
    await expect(shares).toContainText('100.00')
    await expect(shares).toContainText('300.00')
    await press(t('landed:actions.land'), drawer)
    await expect(drawer).toBeHidden()
    await expect(section).toContainText('400.00')
  })

  await test.step('more than is left is refused on its field, and the rest is spread', async () => {
    const goodsOf = goods.map((_, index) => ({ bill_id: bought.id, line_number: index + 1 }))
    const head = { line_number: 1, date: today(), basis: 'value' }
    await press(t('landed:actions.land'), section)
    await fill(page, t('landed:fields.landed_cost.amount'), '600.01')
    await choose(page, drawer, t('landed:fields.landed_cost.basis'), t('landed:bases.value'))
    const bills = drawer.getByRole('combobox', { name: t('landed:fields.landed_cost.bills') })
    await bills.fill(bought.bill_number)
    await page.getByRole('option').filter({ hasText: bought.bill_number }).click()
    await page.keyboard.press('Escape')
    await press(t('landed:actions.land'), drawer)
    await expect(drawer.getByRole('textbox', { name: t('landed:fields.landed_cost.amount') })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await owner.post(`/bills/${freight.id}/landed-costs`, { ...head, goods: goodsOf })
    await page.reload()
    await expect(section).toContainText('600.00')
    await expect(section.getByRole('button', { name: t('landed:actions.land'), exact: true })).toHaveCount(0)
  })

  await test.step('a cost that is taken back may be spread again', async () => {
    await section
      .getByRole('button', { name: t('landed:actions.take_back'), exact: true })
      .first()
      .click()
    await press(t('common:actions.confirm'), drawer)
    await expect(section.getByRole('button', { name: t('landed:actions.land'), exact: true })).toBeVisible()
  })
})
