export type Slot = number | 'back' | 'forward'

/** The first and the last page, and those around the present one: seven slots at most. */
export function slotsOf(page: number, pages: number): Slot[] {
  if (pages <= 7) return from(1, pages)
  if (page <= 4) return [...from(1, 5), 'forward', pages]
  if (page >= pages - 3) return [1, 'back', ...from(pages - 4, pages)]
  return [1, 'back', ...from(page - 1, page + 1), 'forward', pages]
}

const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
