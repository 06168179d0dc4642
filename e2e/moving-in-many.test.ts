import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// Moving in with many rows: ten thousand of a file, a hundred of the bank. Walked in one language, since only their number is new.

test('ten thousand rows are walked by the keyboard, and only those in sight are drawn', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/settings/import')
  const rows = Array.from({ length: 10_000 }, (_, index) => `عميل ${index + 1},c${index + 1}@example.sa`)
  const buffer = Buffer.from(['الاسم,البريد الإلكتروني', ...rows].join('\n'))
  await page.locator('input[type=file]').first().setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer })
  await page.waitForURL(/\/settings\/import\/\d+/)
  const cell = (row: number) => page.locator(`tr[data-index="${row}"] input`).first()
  await cell(0).focus()
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('ArrowDown')
  await expect(cell(3)).toBeFocused()
  await expect(cell(3)).toHaveValue('عميل 4')
  for (let pressed = 0; pressed < 5; pressed++) {
    await page.keyboard.press('PageDown')
    await expect(cell(23 + pressed * 20)).toBeFocused()
  }
  await expect(cell(103)).toHaveValue('عميل 104')
  expect(await page.locator('tr[data-index]').count()).toBeLessThan(100)
  // A cell that is scrolled out of sight keeps what was typed, and saves it when it is left.
  await page.keyboard.type('!')
  const frame = page.locator('tr[data-index]').first().locator('xpath=ancestor::div[1]')
  await frame.evaluate((element) => element.scrollTo(0, 200_000))
  await expect
    .poll(() => page.locator('tr[data-index]').last().getAttribute('data-index').then(Number))
    .toBeGreaterThan(1000)
  await expect(cell(103)).toHaveValue(/!/)
  expect(t('imports:page.keys')).not.toBe('')
})

test("an accountant's hour: a hundred lines of the bank without a mouse, in few keys", async ({
  owner,
  signedIn: page,
  t,
}) => {
  test.setTimeout(180_000)
  const customer = await owner.customer('شركة الواحة')
  const invoices = []
  for (let made = 0; made < 60; made++) invoices.push(await owner.invoice(customer))
  const [cash] = (await owner.get('/accounting/accounts/list?purpose=cash')) as { id: number }[]
  const accounts = (await owner.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const account_id = accounts.find(({ number }) => number === '520210')?.id
  const rule = { name: 'fees', words: 'SADAD FEES', direction: 'out', status: 'active' }
  await owner.post('/bank/rules', { ...rule, account_id })
  const rows = [
    // Fifty with their numbers, ten with the amount alone, thirty of a rule, ten of nothing known.
    ...invoices.slice(0, 50).map(({ invoice_number }) => `حوالة ${invoice_number},1150`),
    ...invoices.slice(50).map((_, index) => `TRANSFER ${index},1150`),
    ...Array.from({ length: 30 }, (_, index) => `SADAD FEES ${index},-${5 + index}`),
    ...Array.from({ length: 10 }, (_, index) => `RENT OF SHOP ${index},-${900 + index}`),
  ]
  const content = ['Date,Description,Amount', ...rows.map((row) => `${today()},${row}`)].join('\n')
  const statement = await owner.upload('/bank/statements', { account_id: String(cash?.id) }, 'statement_file', content)
  const word = (name: string) => t(`bankStatements:${name}`)
  await page.goto(`/accounting/bank-statements/${statement.id}`)
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  const open = () =>
    owner
      .get(`/bank/statements/lines?statement_id=${statement.id}&state=open&per_page=1`)
      .then(() => page.locator('[data-line]').count())
  // What is sure, at once.
  await page.getByRole('button', { name: word('actions.take_sure').replace('{{number}}', '80') }).focus()
  await press('Enter')
  await expect(page.getByText(word('sure.taken').replace('{{number}}', '80'))).toBeVisible({ timeout: 60_000 })
  await expect.poll(open).toBe(20)
  // What has a guess, one press each.
  await page.locator('[data-line]').first().focus()
  for (let left = 20; left > 10; left--) {
    await press('Enter')
    await expect.poll(open).toBe(left - 1)
    await page.locator('[data-line]').first().focus()
  }
  // The rest is marked and entered together.
  for (let marked = 0; marked < 10; marked++) {
    await press('Space')
    if (marked < 9) await press('ArrowDown')
  }
  const many = page.getByRole('region', { name: word('many.title') })
  await many.getByLabel(word('entry.account')).focus()
  for (const digit of '520210') await press(digit)
  // Enter takes the option that is marked, which follows the typed text.
  await expect(page.locator('[role=option][data-combobox-selected]')).toHaveText(/^520210/)
  await press('Enter')
  await many.getByRole('button', { name: word('many.enter') }).focus()
  await press('Enter')
  await expect(page.getByText(word('none.open'))).toBeVisible({ timeout: 60_000 })
  expect(keys).toBeLessThanOrEqual(40)
})
