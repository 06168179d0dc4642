import { mkdirSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Organization } from './kit/organization.ts'
import { everyAddress } from './kit/pages.ts'
import { expect, test } from './kit/test.ts'
import type { Language } from './kit/words.ts'

// Every page, in both languages, light and dark, on a desk, a tablet and a phone: no error of the browser, nothing
// wider than the screen, no key instead of words, nothing serious for axe. The pictures are there to be looked at.

const parts = 4
const pictures = 'test-results/pictures'
mkdirSync(pictures, { recursive: true })

for (const part of Array.from({ length: parts }, (_, index) => index)) {
  test(`every page, part ${part + 1} of ${parts}`, async ({ signedIn: page, owner, language }) => {
    test.setTimeout(120_000)
    await fillBooks(owner)
    const addresses = (await everyAddress(owner)).filter((_, index) => index % parts === part)
    expect(addresses.length).toBeGreaterThan(4)
    const found: string[] = []
    for (const address of addresses) found.push(...(await lookAt(page, address, language)))
    expect(found).toEqual([])
  })
}

test('the pages before the sign-in', async ({ page, language }) => {
  test.setTimeout(60_000)
  const found: string[] = []
  for (const address of ['/login', '/register', '/forgot-password'])
    found.push(...(await lookAt(page, address, language)))
  expect(found).toEqual([])
})

/** One page in its six looks; answers what is wrong with it. */
async function lookAt(page: Page, address: string, language: Language): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], [role=status] [class*=Loader]')).toHaveCount(0)
  const say = (look: string, problems: string[]) => found.push(...problems.map((one) => `${address} ${look}: ${one}`))
  say('words', await keysOn(page))
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate(`document.documentElement.dataset.mantineColorScheme = '${scheme}'`)
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      say(`${scheme} ${width}`, await tooWide(page))
      if (!isExamined(language, scheme, width)) continue
      say(`${scheme} ${width}`, await axe(page))
      const name = `${address.replaceAll('/', '_')}-${language}-${scheme}-${width}.jpg`
      await page.screenshot({ path: `${pictures}/${name}`, type: 'jpeg', quality: 60, fullPage: true })
    }
  }
  return found
}

// Scripts for the page are text: the tests are typed for Node, which has no document.
const keyScript = `(() => {
  const named = [...document.querySelectorAll('[aria-label], [placeholder], [title]')]
  const attributes = named.flatMap((one) => ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name)))
  const text = [document.body.textContent, document.title, ...attributes].join('\\n')
  return text.match(/\\b[a-z]+:[a-z][\\w-]*\\.[\\w.-]+|\\b(fields|names|sections|actions|statuses)\\.\\w[\\w.]*/g) ?? []
})()`

/** Axe and the picture are what costs time: each page has them in all four combinations, two in each language. */
function isExamined(language: Language, scheme: 'light' | 'dark', width: number): boolean {
  const wide = (language === 'ar') === (scheme === 'light')
  return width === (wide ? 1440 : 390)
}

/** Text that looks like a key: `documents:names.invoice.one`, `fields.customer.name`. */
const keysOn = (page: Page): Promise<string[]> => page.evaluate<string[]>(keyScript)

async function tooWide(page: Page): Promise<string[]> {
  const script = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  // The layout follows a new width in the frame after it.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const excess = await page.evaluate<number>(script)
  return excess > 0 ? [`${excess} px too wide`] : []
}

async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary?.split('\n')[1] ?? ''}`)
}

/** A record behind each page, paid, open and drafted. */
async function fillBooks(owner: Organization): Promise<void> {
  const customer = await owner.customer('مؤسسة الربيع', { name_en: 'Al Rabee Est.', tax_number: '310122393500003' })
  const supplier = await owner.supplier('مورد القهوة العربية المحدودة')
  await owner.product('قهوة عربية محمصة 1 كجم', { name_en: 'Roasted coffee 1 kg' })
  await owner.invoice(customer, { status: 'draft' })
  const documents = [
    { made: await owner.invoice(customer), path: '/accounting/income-payments', party: { customer_id: customer } },
    { made: await owner.bill(supplier), path: '/accounting/expense-payments', party: { supplier_id: supplier } },
  ]
  const [method] = await owner.get('/payment-methods/list')
  for (const { made, path, party } of documents) {
    const { branch_id, currency_id } = made
    const { number: payment_number } = await owner.get(`${path}/next-number`)
    const date = made.invoice_date ?? made.bill_date
    await owner.post(path, {
      ...{ payment_number, payment_date: date, branch_id, currency_id, ...party },
      ...{ payment_method_id: method.id, amount: 400, references: [{ reference_id: made.id, amount: 400 }] },
    })
  }
  await fillManualEntry(owner, documents[0]?.made)
  await owner.post('/roles', { name: 'محاسب', description: 'يسجل الفواتير والسندات' })
}

async function fillManualEntry(owner: Organization, made: { branch_id: number; invoice_date: string }): Promise<void> {
  const accounts = (await owner.get('/accounting/accounts/list')) as { id: number; number: string; type: string }[]
  const accountOf = (prefix: string) =>
    accounts.find(({ number, type }) => type === 'sub' && number.startsWith(prefix))?.id
  const { number } = await owner.get('/accounting/journal-entries/next-number')
  await owner.post('/accounting/journal-entries', {
    ...{ journal_number: number, journal_date: made.invoice_date, branch_id: made.branch_id, currency_id: 1 },
    lines: [
      { account_id: accountOf('5'), debit: '100', credit: '0' },
      { account_id: accountOf('1101'), debit: '0', credit: '100' },
    ],
  })
}
