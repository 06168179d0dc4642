import { codesInPixels, invoiceCodeOf, isInvoiceCode, type Pixels } from './codesInPixels.ts'

/** A code may be small on a large picture, or blurred, which a smaller picture sharpens. */
const sides = [1_600, 800, 3_000]

type Detector = { detect(source: ImageBitmap): Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

/** The text of the QR code in a picture, or null. The browser's own reader is asked first, where there is one. */
export async function readCode(picture: Blob): Promise<string | null> {
  return codeIn(await createImageBitmap(picture), sides)
}

/** The same of what a camera shows. */
export async function codeIn(bitmap: ImageBitmap, lookedAt: readonly number[] = [1_600]): Promise<string | null> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const detected = own ? await new own({ formats: ['qr_code'] }).detect(bitmap).catch(() => []) : []
  const found = detected.map(({ rawValue }) => rawValue).filter(Boolean)
  for (const side of lookedAt) {
    if (found.some(isInvoiceCode)) break
    const pixels = pixelsOf(bitmap, side)
    if (pixels) found.push(...codesInPixels(pixels))
  }
  return invoiceCodeOf(found)
}

function pixelsOf(bitmap: ImageBitmap, side: number): Pixels | null {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || width === 0 || height === 0) return null
  context.drawImage(bitmap, 0, 0, width, height)
  return { data: context.getImageData(0, 0, width, height).data, width, height }
}
