import type { Page } from '@playwright/test'
import { drawBarcodes } from '#server/labels/bars.ts'
import { today } from './kit/organization.ts'
import { expect, signInAs, test } from './kit/test.ts'

// A receipt, a transfer and a count on a phone in one hand: by the camera and by touch, without a keyboard.

const code = '6281000000014'

/** A camera that shows a barcode. */
async function showBarcode(page: Page): Promise<void> {
  const stripes = (await drawBarcodes([code])).get(code)?.stripes ?? []
  // A script for the page is text: the tests are typed for Node.
  const content = `
    const drawn = ${JSON.stringify(stripes)}
    const module = 4
    const canvas = document.createElement('canvas')
    canvas.width = (drawn.reduce((sum, stripe) => sum + stripe, 0) + 24) * module
    canvas.height = 240
    const pen = canvas.getContext('2d')
    const draw = () => {
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      pen.fillStyle = '#000'
      let at = 12 * module
      for (const [place, stripe] of drawn.entries()) {
        if (place % 2 === 0) pen.fillRect(at, 40, stripe * module, 160)
        at += stripe * module
      }
    }
    setInterval(draw, 100)
    draw()
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(10))`
  await page.addInitScript({ content })
}

/** What a finger presses is at least 44 px high and wide. */
async function pressable(page: Page, name: string | RegExp): Promise<void> {
  const box = await page.getByRole('button', { name }).first().boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
}

test('a receipt, a transfer and a count are done by touch on a phone', async ({
  browser,
  baseURL,
  owner,
  t,
  language,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Riyadh',
  })
  const page = await context.newPage()
  await page.addInitScript((chosen) => localStorage.setItem('mizan-language', chosen), language)
  await signInAs(page, owner.token)
  await showBarcode(page)
  await owner.switchOn('uses_barcodes', 'uses_places', 'uses_goods_notes', 'uses_orders')
  const product_id = await owner.product('قهوة', { barcodes: [code] })
  const supplier_id = await owner.supplier('مصنع القهوة')
  const [branch] = (await owner.get('/branches/list')) as { id: number }[]
  const taxes = (await owner.get('/taxes/list')) as { id: number; rate: number }[]
  const place = (name: string) => owner.post('/inventory/places', { name, branch_id: branch?.id, status: 'active' })
  await place('المستودع')
  await place('المعرض')
  const order = await owner.post('/purchase-orders', {
    order_date: today(),
    supplier_id,
    branch_id: branch?.id,
    currency_id: 1,
    tax_id: taxes.find(({ rate }) => rate === 15)?.id,
    items: [{ product_id, quantity: 5, price: 40, tax_rate: 15 }],
  })
  await owner.post(`/purchase-orders/${order.id}/confirm`, {})
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap()
  const scan = async () => {
    await tap(t('common:scan.camera'))
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('قهوة: 1')
    await tap(t('common:actions.close'))
  }
  const width = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
  const fits = async () => expect(await page.evaluate(width)).toBe(true)

  await test.step('what came is scanned, and counted up to three', async () => {
    await page.goto(`/purchases/receipts/create?order=${order.id}`)
    const more = t('common:steps.more', { field: `${t('goods:rows.quantity')} 1` })
    await scan()
    await pressable(page, more)
    await tap(more)
    await tap(more)
    await fits()
    await tap(t('goods:acts.goods_receipt'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('GRN-')
  })
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: t(`places:fields.stock_transfer.${field}`) }).tap()
    await page.getByRole('option', { name: option }).tap()
  }
  await test.step('a piece goes to the other place', async () => {
    await page.goto('/inventory/transfers/create')
    await choose('from_place_id', 'المستودع')
    await choose('to_place_id', 'المعرض')
    await scan()
    await fits()
    await tap(t('places:post'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('TRF-')
  })
  await test.step('the shelf is counted', async () => {
    await page.goto('/inventory/counts/create')
    await scan()
    const more = t('common:steps.more', { field: `${t('catalog:fields.stock_count.counted')}: قهوة` })
    await pressable(page, more)
    await tap(more)
    await fits()
    await tap(t('catalog:counts.post'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('STK-')
  })
  await context.close()
})
