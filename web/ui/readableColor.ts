export type Rgb = [number, number, number]

const contrastLeast = 4.5

/** Titles are set in it on white: WCAG asks for this much contrast. */
export function darkened(color: Rgb): Rgb {
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

export const hexOf = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
