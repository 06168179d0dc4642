const side = 64
const contrastLeast = 4.5

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

type Rgb = [number, number, number]

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
  return hex(darkened(most.sum.map((part) => part / most.count) as Rgb))
}

const isColorful = (color: Rgb): boolean => Math.max(...color) - Math.min(...color) >= 40

/** Titles are set in it on white: WCAG asks for this much contrast. */
function darkened(color: Rgb): Rgb {
  let made = color
  while (contrastOnWhite(made) < contrastLeast) made = made.map((part) => part * 0.95) as Rgb
  return made
}

function contrastOnWhite(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

const hex = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
