import { existsSync, readFileSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { besides, callsOf, type Measured } from './measure.ts'

/** Times slower than this machine: a phone, or an old office computer. */
const slower = 4
const opened = 10

const note = new URL('../node_modules/.cache/browser-path', import.meta.url)

/** What a page shows once a person can work with it. */
type Screen = { what: string; path: string; shown: string }

/**
 * Measures how long the main pages take to open on a slow processor with nothing cached, in turns with the sign-in page. Answers false where
 * no browser is known: `npm test` finds one.
 */
export async function measureScreens(
  address: string,
  { token, invoice }: { token: string; invoice: number },
  add: (row: Measured) => void,
): Promise<boolean> {
  if (!existsSync(note)) return false
  const browser = await chromium.launch({
    executablePath: readFileSync(note, 'utf8') || undefined,
    args: ['--no-sandbox'],
  })
  const screens: Screen[] = [
    { what: 'home', path: '/', shown: 'main h1' },
    { what: 'list of invoices', path: '/sales/invoices', shown: 'main tbody tr' },
    { what: 'form of an invoice', path: '/sales/invoices/create', shown: 'main [data-field=customer_id]' },
    { what: 'view of an invoice', path: `/sales/invoices/${invoice}/view`, shown: 'main h1' },
  ]
  try {
    const signInPage = () => open(browser, address, { path: '/login', shown: 'input[type=password]' })
    for (const screen of screens.slice(0, callsOf(screens.length))) {
      const timed = await besides(opened, () => open(browser, address, { ...screen, token }), signInPage, 1)
      add({
        what: `screen: ${screen.what}, processor ${slower} times slower`,
        ...timed,
        note: 'floor: the sign-in page',
      })
    }
  } finally {
    await browser.close()
  }
  return true
}

/** Opens a page in a new browser context, with nothing cached, and waits for what it shows. */
async function open(
  browser: Browser,
  address: string,
  { path, shown, token }: { path: string; shown: string; token?: string },
): Promise<void> {
  const context = await browser.newContext({ locale: 'ar-SA' })
  try {
    if (token) await context.addCookies([{ name: 'mizan-token', value: token, url: address }])
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(`${address}${path}`, { waitUntil: 'commit' })
    await page.locator(shown).first().waitFor()
  } finally {
    await context.close()
  }
}
