import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// Moving in with many rows: ten thousand of a file, a hundred of the bank. In one language, as only the number of rows matters.

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
  // A cell that is scrolled out of sight retains the typed text, and saves it when it loses the focus.
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
  for (let made = 0; made < 61; made++) invoices.push(await owner.invoice(customer))
  const [cash] = (await owner.get('/accounting/accounts/list?purpose=cash')) as { id: number }[]
  const accounts = (await owner.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const account_id = accounts.find(({ number }) => number === '520210')?.id
  const rule = { name: 'fees', words: 'SADAD FEES', direction: 'out', status: 'active' }
  await owner.post('/bank/rules', { ...rule, account_id })
  const rows = [
    // Two invoices less a fee, 48 with invoice numbers, 11 with the amount alone, 30 that match a rule, 10 unknown.
    'POS SETTLEMENT,2277',
    ...invoices.slice(0, 48).map(({ invoice_number }) => `حوالة ${invoice_number},1150`),
    ...Array.from({ length: 11 }, (_, index) => `TRANSFER ${index},1150`),
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
  const lines = page.locator('[data-line]')
  const inHand = (text: string | RegExp) => expect(page.locator('[data-line]:focus')).toContainText(text)
  // All certain matches at once. The first line has the focus, and the next one when it leaves the list.
  await expect(page.getByRole('button', { name: word('actions.take_sure').replace('{{number}}', '78') })).toBeVisible()
  await inHand('POS SETTLEMENT')
  await press('s')
  await expect(page.getByText(word('sure.taken').replace('{{number}}', '78'))).toBeVisible({ timeout: 60_000 })
  await expect(lines).toHaveCount(22)
  // Several documents, less a fee.
  await press('p')
  await expect(
    page
      .getByRole('form', { name: word('pick.documents') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'Space', ...Array(4).fill('Shift+Tab')]) await press(key)
  for (const key of ['2', '0', 'Tab', '3', 'Enter']) await press(key)
  await expect(lines).toHaveCount(21)
  // Suggestions, with one press each. One is wrong, and its second suggestion is taken.
  for (let left = 21; left > 11; left--) {
    await inHand('TRANSFER')
    await press('Enter')
    await expect(lines).toHaveCount(left - 1)
  }
  await press('z')
  await expect(lines).toHaveCount(12)
  await press('ArrowUp')
  await inHand('TRANSFER')
  await press('2')
  await expect(lines).toHaveCount(11)
  await inHand(/TRANSFER|RENT/)
  if (await page.locator('[data-line]:focus').filter({ hasText: 'RENT' }).count()) await press('ArrowUp')
  await press('Enter')
  await expect(lines).toHaveCount(10)
  // The other lines are selected and entered together.
  await inHand('RENT')
  await press('Home')
  for (let marked = 0; marked < 10; marked++) {
    await press('Space')
    if (marked < 9) await press('ArrowDown')
  }
  await press('e')
  for (const digit of '520210') await press(digit)
  // The first Enter takes the highlighted option, the second one submits.
  await expect(page.locator('[role=option][data-combobox-selected]')).toHaveText(/^520210/)
  await press('Enter')
  await press('Enter')
  await expect(page.getByText(word('none.open'))).toBeFocused({ timeout: 60_000 })
  expect(keys).toBeLessThanOrEqual(62)
})
