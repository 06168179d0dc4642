import { darkened, hexOf, type Rgb } from '../ui/readableColor.ts'

const side = 64

/** The main colour of a logo, dark enough to be read on paper; null of a picture without a colour. */
export async function logoColor(address: string): Promise<string | null> {
  const picture = new Image()
  picture.src = address
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(picture, 0, 0, side, side)
  return mainColor(context.getImageData(0, 0, side, side).data)
}

/** The most frequent colour of these pixels (red, green, blue, alpha) that is neither white, black nor grey. */
export function mainColor(pixels: ArrayLike<number>): string | null {
  const found = new Map<number, { count: number; sum: Rgb }>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const color = [pixels[at], pixels[at + 1], pixels[at + 2]] as Rgb
    if ((pixels[at + 3] as number) < 128 || !isColorful(color)) continue
    const [red, green, blue] = color
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const { count, sum } = found.get(key) ?? { count: 0, sum: [0, 0, 0] as Rgb }
    found.set(key, { count: count + 1, sum: [sum[0] + red, sum[1] + green, sum[2] + blue] })
  }
  const most = [...found.values()].sort((a, b) => b.count - a.count)[0]
  if (!most) return null
  return hexOf(darkened(most.sum.map((part) => part / most.count) as Rgb))
}

const isColorful = (color: Rgb): boolean => Math.max(...color) - Math.min(...color) >= 40
