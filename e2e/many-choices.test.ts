import { field } from './kit/fields.ts'
import { expect, test } from './kit/test.ts'

test('a picker of more than a thousand records keeps what is typed while its answer is on the way', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const numbers = Array.from({ length: 1005 }, (_, index) => String(index + 1).padStart(4, '0'))
  const rows = numbers.map((number) => `Branch ${number},b${number}@example.sa,company`)
  const file = ['name,email,type', ...rows].join('\n')
  const { id } = await owner.upload('/imports', { kind: 'customers' }, 'import_file', file)
  await owner.post(`/imports/${id}/commit`, {})
  await expect.poll(async () => (await owner.get(`/imports/${id}`)).state, { timeout: 60_000 }).toBe('committed')

  // Each answer is held back until the text is complete: what the answer brings must not take its place.
  const held: (() => void)[] = []
  let isHeld = false
  await page.route('**/api/customers/list?*', async (route) => {
    if (isHeld) await new Promise<void>((free) => held.push(free))
    await route.continue()
  })
  await page.goto('/sales/invoices/create')
  const customer = field(page, t('common:fields.customer_id'))
  await customer.click()
  isHeld = true
  await customer.pressSequentially('Branch 1004', { delay: 20 })
  await expect.poll(() => held.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect(customer).toHaveValue('Branch 1004')
  isHeld = false
  for (const free of held) free()
  const option = page.getByRole('option', { name: 'Branch 1004' })
  await expect(option).toBeVisible()
  await expect(customer).toHaveValue('Branch 1004')
  await option.click()
  await expect(customer).toHaveValue('Branch 1004')
})
