import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { codesInPixels, invoiceCodeOf, type Pixels } from './codesInPixels.ts'

// Pictures of papers: turned, blurred, with more codes than one.

const invoice = 'AQzYtdmK2K/ZhNmK2KkCDzMxMDEyMjM5MzUwMDAwMwMUMjAyNi0wMS0yMFQxMDowMDowMFoEBjExNS4wMAUFMTUuMDA='
const shop = 'https://shop.example.sa/p/1'

/** Draws codes of `size` pixels a module, turned by an angle, on white. */
function picture(codes: readonly { text: string; x: number; y: number }[], angle = 0, size = 4): Pixels {
  const [width, height] = [800, 420]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  for (const { text, x, y } of codes) {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
    const side = modules.size * size
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const [right, down] = [column - x - side / 2, row - y - side / 2]
        const [across, along] = [right * cos + down * sin + side / 2, down * cos - right * sin + side / 2]
        if (across < 0 || along < 0 || across >= side || along >= side) continue
        if (modules.get(Math.floor(along / size), Math.floor(across / size)))
          data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
      }
  }
  return { data, width, height }
}

function blurred({ data, width, height }: Pixels): Pixels {
  const out = Uint8ClampedArray.from(data)
  for (let row = 1; row < height - 1; row++)
    for (let column = 1; column < width - 1; column++) {
      let sum = 0
      for (const y of [-1, 0, 1])
        for (const x of [-1, 0, 1]) sum += data[((row + y) * width + column + x) * 4] as number
      out.fill(sum / 9, (row * width + column) * 4, (row * width + column) * 4 + 3)
    }
  return { data: out, width, height }
}

test.each([
  ['straight', 0],
  ['turned a little', 0.2],
  ['on its head', Math.PI],
])('reads a code %s, and blurred', (_, angle) => {
  const paper = picture([{ text: invoice, x: 150, y: 100 }], angle)
  expect(codesInPixels(paper)).toEqual([invoice])
  expect(codesInPixels(blurred(paper))).toEqual([invoice])
})

test('takes the code of the invoice where the paper has another one', () => {
  const codes = codesInPixels(
    picture([
      { text: shop, x: 40, y: 120 },
      { text: invoice, x: 500, y: 120 },
    ]),
  )
  expect(invoiceCodeOf(codes)).toBe(invoice)
  expect([invoiceCodeOf([shop, invoice]), invoiceCodeOf([shop]), invoiceCodeOf([])]).toEqual([invoice, shop, null])
})
