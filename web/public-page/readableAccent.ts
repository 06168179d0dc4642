import { darkened, hexOf, type Rgb } from '../ui/readableColor.ts'

/** A colour of a letterhead, dark enough for white letters on it. */
export function readableAccent(accent: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16)) as Rgb
  return hexOf(darkened(parts))
}
