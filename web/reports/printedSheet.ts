import type { Sheet } from '#contract/reports/sheet.ts'

/** On paper a column in which no row says anything only takes the room of the others. */
export function printedSheet(sheet: Sheet): Sheet {
  const isSaid = ({ key, kind }: Sheet['columns'][number]) =>
    kind !== 'text' ||
    sheet.rows.some(({ texts }) => texts[key] !== null && texts[key] !== undefined && texts[key] !== '')
  return sheet.columns.every(isSaid) ? sheet : { ...sheet, columns: sheet.columns.filter(isSaid) }
}
