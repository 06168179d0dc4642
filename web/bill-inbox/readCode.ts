import jsQR from 'jsqr'

const sideMaximum = 1_600

type Detector = { detect(source: ImageBitmap): Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

/** The text of the QR code in a picture, or null. The browser's own reader is asked first, where there is one. */
export async function readCode(picture: Blob): Promise<string | null> {
  return codeIn(await createImageBitmap(picture))
}

/** The same of what a camera shows. */
export async function codeIn(bitmap: ImageBitmap): Promise<string | null> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const found = own ? await new own({ formats: ['qr_code'] }).detect(bitmap).catch(() => []) : []
  if (found[0]?.rawValue) return found[0].rawValue
  const scale = Math.min(1, sideMaximum / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(bitmap, 0, 0, width, height)
  return jsQR(context.getImageData(0, 0, width, height).data, width, height)?.data || null
}
