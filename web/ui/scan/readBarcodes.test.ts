import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import qrcode from 'qrcode'
import { expect, test } from 'vitest'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { codesOf } from './readBarcodes.ts'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

/** A picture of modules, dark and light, with a quiet zone. */
function pictureOf(width: number, isDark: (column: number, row: number) => boolean, height = width): ImageData {
  const [scale, quiet] = [4, 10]
  const [across, down] = [(width + 2 * quiet) * scale, (height + 2 * quiet) * scale]
  const data = new Uint8ClampedArray(across * down * 4).fill(255)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const [column, row] = [Math.floor(x / scale) - quiet, Math.floor(y / scale) - quiet]
      const isInside = column >= 0 && row >= 0 && column < width && row < height
      if (isInside && isDark(column, row)) data.fill(0, (y * across + x) * 4, (y * across + x) * 4 + 3)
    }
  return { data, width: across, height: down, colorSpace: 'srgb' } as ImageData
}

/** The bars of thirteen digits, as the standard of trade numbers draws them. */
function barsOf(number: string): string {
  const left = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ]
  const sides = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']
  const right = left.map((bits) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join(''))
  const mirrored = right.map((bits) => [...bits].reverse().join(''))
  const [first = 0, ...digits] = [...number].map(Number)
  const drawn = digits.map((digit, index) => {
    if (index > 5) return right[digit]
    return sides[first]?.[index] === 'L' ? left[digit] : mirrored[digit]
  })
  return `101${drawn.slice(0, 6).join('')}01010${drawn.slice(6).join('')}101`
}

test('reads the QR code of a label and the bars of goods', async () => {
  await prepareZXingModule({
    overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer },
    fireImmediately: true,
  })
  const { modules } = qrcode.create('FA-2026-0007')
  expect(await codesOf(pictureOf(modules.size, (x, y) => modules.get(y, x) === 1))).toEqual(['FA-2026-0007'])
  const bars = barsOf('6281000000014')
  expect(await codesOf(pictureOf(bars.length, (x) => bars[x] === '1', 40))).toEqual(['6281000000014'])
  expect(await codesOf(pictureOf(40, () => false))).toEqual([])
})
