import { choose, field, fill } from './kit/fields.ts'
import { expect, test } from './kit/test.ts'

const sections = [
  { path: 'branches', name: 'branch', words: 'organization', label: 'organization:fields.branch.name' },
  { path: 'taxes', name: 'tax', words: 'organization', label: 'common:fields.name' },
  { path: 'units', name: 'unit', words: 'catalog', label: 'common:fields.name', first: 'catalog:fields.unit.code' },
  { path: 'product-categories', name: 'product_category', words: 'catalog', label: 'common:fields.name' },
] as const

for (const { path, name, words, label, ...rest } of sections) {
  test(`${path} are added, renamed and deleted in their drawer`, async ({ signedIn: page, t }) => {
    await page.goto(`/settings/${path}`)
    await page.getByRole('button', { name: t(`${words}:names.${name}.new`) }).click()
    const drawer = page.getByRole('dialog')
    const save = drawer.getByRole('button', { name: t('common:actions.save') })
    await save.click()
    await expect(field(drawer, t('first' in rest ? rest.first : label))).toBeFocused()
    await fill(drawer, t(label), 'للتجربة')
    if (name === 'branch') await fill(drawer, t('common:fields.email'), 'b@example.sa')
    if (name === 'tax') await fill(drawer, t('organization:fields.tax.rate'), '٧٫٥')
    if (name === 'unit') await fill(drawer, t('catalog:fields.unit.code'), 'TST')
    await save.click()
    await expect(drawer).toBeHidden()
    await expect(page.getByText(t('common:toasts.created'))).toBeVisible()

    await page.getByRole('button', { name: t('common:actions.edit_named', { name: 'للتجربة' }) }).click()
    await expect(field(drawer, t(label))).toHaveValue('للتجربة')
    await fill(drawer, t(label), 'اسم آخر')
    await page.keyboard.press('Control+s')
    await expect(drawer).toBeHidden()

    const remove = page.getByRole('button', { name: t('common:actions.delete_named', { name: 'اسم آخر' }) })
    await remove.click()
    const dialog = page.getByRole('dialog', { name: t(`${words}:names.${name}.one`) })
    await dialog.getByRole('button', { name: t('common:actions.back_out') }).click()
    await remove.click()
    await dialog.getByRole('button', { name: t('common:actions.confirm') }).click()
    await expect(page.getByText(t('common:toasts.deleted'))).toBeVisible()
    await expect(remove).toBeHidden()
  })
}

test('a drawer closes with Escape after asking about typed work, and focus returns', async ({ signedIn: page, t }) => {
  await page.goto('/settings/units')
  const open = page.getByRole('button', { name: t('catalog:names.unit.new') })
  await open.click()
  const drawer = page.getByRole('dialog').filter({ hasText: t('catalog:names.unit.new') })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  await fill(drawer, t('catalog:fields.unit.code'), 'X')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('common:unsaved.stay') }).click()
  await expect(field(drawer, t('catalog:fields.unit.code'))).toHaveValue('X')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('common:unsaved.leave') }).click()
  await expect(drawer).toBeHidden()
})

test('a product is changed; a product on an invoice is not deleted, and the reason is shown', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const product = await owner.product('تمر سكري')
  const customer = await owner.customer('عميل')
  await owner.invoice(customer, { items: [{ product_id: product, quantity: 1, price: 100, tax_rate: 15 }] })
  await page.goto(`/inventory/products/${product}`)
  await fill(page, t('catalog:fields.product.sale_price'), '120.75')
  await page.getByRole('button', { name: t('common:actions.save') }).click()
  await page.waitForURL('**/inventory/products')
  await expect(page.getByText(t('common:toasts.updated'))).toBeVisible()
  expect((await owner.get(`/products/${product}`)).sale_price).toBe(120.75)

  await page.getByRole('button', { name: t('common:actions.delete_named', { name: 'تمر سكري' }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('refusals:in_use'))
})

test('a list keeps its search, filter and page in the address', async ({ signedIn: page, owner, t }) => {
  for (const name of ['نور', 'نورة', 'بدر']) await owner.customer(name)
  await page.goto('/sales/customers')
  const rows = page.getByRole('cell', { name: /party@example.sa/ })
  await expect(rows).toHaveCount(3)
  const search = page.getByRole('searchbox', { name: t('common:actions.search') })
  await search.fill('ن')
  await page.waitForTimeout(700)
  await expect(rows).toHaveCount(3)
  await search.fill('نور')
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(search).toHaveValue('نور')
  await expect(rows).toHaveCount(2)
  await search.fill('لا أحد هنا')
  await expect(page.getByText(t('common:list.no_result'))).toBeVisible()
  await search.fill('')
  await expect(rows).toHaveCount(3)
  await choose(page, page, t('common:fields.status'), t('common:statuses.blocked'))
  await expect(page).toHaveURL(/status=blocked/)
  await expect(page.getByText(t('common:list.no_result'))).toBeVisible()
})
