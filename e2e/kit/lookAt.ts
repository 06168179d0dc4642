import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'
import { misplacedTexts } from './textChecks.ts'
import type { Language } from './words.ts'

export const pictures = 'test-results/pictures'
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** From the narrowest phone to a wide desk. The other direction is looked at where the layout changes. */
const widthsOf = { ar: [360, 390, 768, 1024, 1440, 1920], en: [390, 1024, 1440] } as const
/** A page of the site without scripts: its scripts of the test may read the storage of the site. */
const emptyPage = '/favicon.svg'

/**
 * Goes to a page and answers what is wrong with it from a phone to a wide desk. Its words are looked at once, what is cut off at
 * each width, also with every optional column of a form. axe took two fifths of the time, so it looks once at what can differ:
 * at everything on a light desk and on a dark phone in Arabic, and at the colours of the dark desk in English. `AXE=all` looks at
 * everything at each width. Pictures are taken where they are asked for.
 */
export async function lookAt(page: Page, address: string, language: Language): Promise<string[]> {
  const found: string[] = []
  const say = (look: string, problems: string[]) => found.push(...problems.map((one) => `${address} ${look}: ${one}`))
  const widths = widthsOf[language]
  const [desk, phone] = language === 'ar' ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  await size(page, 1440)
  await paint(page, desk)
  await goTo(page, address)
  say('words', await page.evaluate<string[]>(keyScript))
  const problems = async () => [...(await tooWide(page)), ...(await cutOff(page)), ...(await misplacedTexts(page))]
  say('1440', await lasting(page, problems))
  await paint(page, desk)
  say(`1440 ${desk}`, await axe(page, language === 'ar' ? 'everything' : 'colours'))
  await picture(page, `${address}-${language}-${desk}-1440`)
  for (const width of widths.toReversed().filter((one) => one !== 1440)) {
    await size(page, width)
    const isRead = width === 390 || width === 1024
    const look = async () => [
      ...(await tooWide(page)),
      ...(await cutOff(page)),
      ...(isRead ? await misplacedTexts(page) : []),
    ]
    say(String(width), await lasting(page, look))
    if (process.env.AXE === 'all') say(`${width} ${desk}`, await axe(page, 'everything'))
  }
  await size(page, 390)
  await paint(page, phone)
  if (language === 'ar') say(`390 ${phone}`, await axe(page, 'everything'))
  await picture(page, `${address}-${language}-${phone}-390`)
  if (await showEveryColumn(page)) {
    for (const width of widths) {
      await size(page, width)
      say(`${width} with every column`, [...(await tooWide(page)), ...(await cutOff(page))])
    }
    // The form is changed now: the next page begins from scratch.
    await page.goto(emptyPage)
  }
  return found
}

/** Switches on what the rows of a form show only on request; false where there is nothing of the kind. */
const showEveryColumn = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(async () => {
    const menu = document.querySelector('[data-form-page] section:has(table) [data-columns]')
    if (!menu) return false
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    menu.click()
    await drawn()
    for (const one of document.querySelectorAll('[data-form-page] section:has(table) input[role=switch]'))
      if (!one.checked && !one.disabled) one.click()
    await drawn()
    menu.click()
    await drawn()
    return true
  })()`)

/** A table becomes cards after the window has its new width: what is found counts if it stays. */
async function lasting(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  let found = await look()
  for (let again = 0; found.length > 0 && again < 20; again++) {
    await page.waitForTimeout(250)
    found = await look()
  }
  return found
}

const size = (page: Page, width: number) => page.setViewportSize({ width, height: width < 400 ? 844 : 900 })

// Scripts for the page are text: the tests are typed for Node, which has no document.
const paint = (page: Page, scheme: 'light' | 'dark') =>
  page.evaluate(`document.documentElement.dataset.mantineColorScheme = '${scheme}'`)

/** Screenshots, taken only on request: `PICTURES=1 npm test`. They would take a fifth of the time. */
async function picture(page: Page, name: string): Promise<void> {
  const path = `${pictures}/${name.replaceAll('/', '_')}.jpg`
  if (process.env.PICTURES) await page.screenshot({ path, type: 'jpeg', quality: 60, fullPage: true })
}

/** The first page of a browser is loaded, the others are opened through links, which is four times as fast. */
export async function goTo(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank' || page.url().endsWith(emptyPage)) await page.goto(address)
  else
    await page.evaluate(`(() => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset.seen = ''
      history.pushState(null, '', '${address}')
    })()`)
  await expect(page.locator('h1:not([data-seen])')).toBeVisible()
  await expect(page.locator('[aria-busy=true], [role=status] [class*=Loader]')).toHaveCount(0)
  await expect(page.locator('h1')).toHaveCount(1)
  expect(page.url()).toBe(new URL(address, page.url()).href)
}

/** Text that looks like a key: `documents:names.invoice.one`, `fields.customer.name`. */
const keyScript = `(() => {
  const named = [...document.querySelectorAll('[aria-label], [placeholder], [title]')]
  const attributes = named.flatMap((one) => ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name)))
  const text = [document.body.textContent, document.title, ...attributes].join('\\n')
  return text.match(/\\b[a-z]+:[a-z][\\w-]*\\.[\\w.-]+|\\b(fields|names|sections|actions|statuses)\\.\\w[\\w.]*/g) ?? []
})()`

/** The layout follows a new width in the frame after it. */
async function tooWide(page: Page): Promise<string[]> {
  const excess = await page.evaluate<number>(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
    () => done(document.documentElement.scrollWidth - document.documentElement.clientWidth))))`)
  return excess > 0 ? [`${excess} px too wide`] : []
}

/** Figures that their own box does not show whole: of inputs, of cells, and of text that would end in dots. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const isSeen = (one) => one.clientWidth > 2 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const isCut = (one) => one.scrollWidth > one.clientWidth + 1
    const inputs = [...document.querySelectorAll('main input')].filter((one) => /\\d/.test(one.value) && isSeen(one) && isCut(one))
    const texts = [...document.querySelectorAll('main *')].filter((one) => {
      if (one.matches('input, textarea, svg, svg *') || !/\\d/.test(one.textContent)) return false
      const isCell = one.matches('td, th, dd')
      const isLeaf = one.children.length === 0 && getComputedStyle(one).overflowX !== 'visible'
      return (isCell || isLeaf) && isSeen(one) && isCut(one)
    })
    const sideways = [...document.querySelectorAll('[data-form-page] [data-lines] > div')].filter((one) => isSeen(one) && isCut(one))
    return [
      ...sideways.map(() => 'rows of a form that scroll sideways'),
      ...inputs.map((one) => 'cut off: ' + one.value + ' in ' + (one.getAttribute('aria-label') ?? one.name)),
      ...texts.map((one) => 'cut off: ' + one.textContent.slice(0, 60)),
    ]
  })()`)

type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] }

/** Nothing of any weight by the rules of WCAG 2.2 AA; axe is brought to each document once. */
async function axe(page: Page, what: 'everything' | 'colours'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
  const violations = await page.evaluate<Violation[]>(`axe.run(document, {
    runOnly: ${JSON.stringify(what === 'everything' ? ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] : ['color-contrast'])},
    resultTypes: ['violations'],
  }).then(({ violations }) => violations)`)
  return violations.map(
    ({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary?.split('\n')[1] ?? ''}`,
  )
}
