import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'
import type { Language } from './words.ts'

export const pictures = 'test-results/pictures'
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Opens a page and reports its faults, on desktop, tablet and phone. Texts and width are checked on each; axe takes
 * time: each page has it light and dark on desktop, dark on phone. Pictures are taken on request.
 */
export async function lookAt(page: Page, address: string, language: Language): Promise<string[]> {
  const found: string[] = []
  const say = (look: string, problems: string[]) => found.push(...problems.map((one) => `${address} ${look}: ${one}`))
  const [desk, phone] = language === 'ar' ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  await size(page, 1440)
  await paint(page, desk)
  await goTo(page, address)
  say('words', await page.evaluate<string[]>(keyScript))
  say('1440', [...(await tooWide(page)), ...(await cutOff(page))])
  await paint(page, desk)
  say(`1440 ${desk}`, await axe(page))
  await picture(page, `${address}-${language}-${desk}-1440`)
  await size(page, 1024)
  say('1024', [...(await tooWide(page)), ...(await cutOff(page))])
  await size(page, 1280)
  say('1280', [...(await tooWide(page)), ...(await cutOff(page))])
  await size(page, 390)
  say('390', [...(await tooWide(page)), ...(await cutOff(page))])
  await paint(page, phone)
  if (language === 'ar') say(`390 ${phone}`, await axe(page))
  await picture(page, `${address}-${language}-${phone}-390`)
  return found
}

const size = (page: Page, width: number) => page.setViewportSize({ width, height: width === 390 ? 844 : 900 })

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
  if (page.url() === 'about:blank') await page.goto(address)
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
    return [
      ...inputs.map((one) => 'cut off: ' + one.value + ' in ' + (one.getAttribute('aria-label') ?? one.name)),
      ...texts.map((one) => 'cut off: ' + one.textContent.slice(0, 60)),
    ]
  })()`)

type Violation = { id: string; impact: string; nodes: { target: string[]; failureSummary?: string }[] }

/** Nothing serious by WCAG 2.2 AA. axe is loaded once per document. */
async function axe(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
  const violations = await page.evaluate<Violation[]>(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  }).then(({ violations }) => violations)`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary?.split('\n')[1] ?? ''}`)
}
