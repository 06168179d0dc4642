import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes as readPixels } from 'zxing-wasm/reader'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From our own server: the library would fetch it from a public one.
prepareZXingModule({ overrides: { locateFile: () => reader } })

const longest = 1_280

/** The texts of the codes in a picture: QR codes, and the bars on goods and labels. */
export async function readBarcodes(picture: ImageBitmap): Promise<string[]> {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return codesOf(context.getImageData(0, 0, canvas.width, canvas.height))
}

/** The same of pixels. */
export async function codesOf(pixels: ImageData): Promise<string[]> {
  const found = await readPixels(pixels, { maxNumberOfSymbols: 4, formats })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

const formats: ReadInputBarcodeFormat[] = [
  'QRCode',
  'EAN13',
  'EAN8',
  'UPCA',
  'UPCE',
  'Code128',
  'Code39',
  'ITF',
  'DataMatrix',
]
