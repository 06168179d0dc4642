/** In millimetres. `dot`: what a printer of rolls draws with; its bars are whole dots. */
export type LabelLayout = {
  columns: number
  rows: number
  width: number
  height: number
  gap_x: number
  gap_y: number
  dot: number | null
}
const sheet = (columns: number, rows: number, width: number, height: number, gap_x = 0): LabelLayout => ({
  columns,
  rows,
  width,
  height,
  gap_x,
  gap_y: 0,
  dot: null,
})
/** A page of a roll is one label. Its printers have 203 dots an inch. */
const roll = (width: number, height: number): LabelLayout => ({
  columns: 1,
  rows: 1,
  width,
  height,
  gap_x: 0,
  gap_y: 0,
  dot: 0.125,
})

/** What labels are printed on: sheets of A4 by their columns and rows, in the middle of the page, and rolls by their size. */
export const labelLayouts = {
  sheet_3x7: sheet(3, 7, 63.5, 38.1, 2.5),
  sheet_3x8: sheet(3, 8, 70, 37),
  sheet_4x10: sheet(4, 10, 52.5, 29.7),
  sheet_5x13: sheet(5, 13, 38.1, 21.2, 2.5),
  roll_40x30: roll(40, 30),
  roll_50x25: roll(50, 25),
  roll_58x40: roll(58, 40),
  roll_100x50: roll(100, 50),
} as const satisfies Record<string, LabelLayout>

export type LabelLayoutName = keyof typeof labelLayouts
export const labelLayoutNames = Object.keys(labelLayouts) as [LabelLayoutName, ...LabelLayoutName[]]
export const isRoll = (name: LabelLayoutName): boolean => labelLayouts[name].dot !== null
