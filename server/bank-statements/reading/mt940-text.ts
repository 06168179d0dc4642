import { joined, type StatementLine, unwrapped } from './statement.ts'

const rowWidth = 65
const partWidth = 27

/** The text of field 86, added to its line: in parts of a two-digit number, with code words between strokes, or free. */
export function describedLine(line: StatementLine, value: string): void {
  const rows = value.split('\n')
  const structured = /^\d{3}([?>~<^|])\d{2}/.exec(value)
  const mark = structured?.[1]
  if (mark) {
    const { said, name } = partsOf(rows.join(''), mark)
    line.description = joined(line.description, ...said)
    line.counterparty ??= name
    return
  }
  const text = unwrapped(rows, rowWidth)
  line.description = joined(line.description, text)
  line.counterparty ??= /\/NAME\/([^/]+)/.exec(text)?.[1]?.trim() || null
}

/** 00 is the kind of posting, 20 to 29 and 60 to 63 the purpose, 32 and 33 the other party; the rest is for machines. */
function partsOf(text: string, mark: string): { said: string[]; name: string | null } {
  const parts = text
    .slice(3)
    .split(mark)
    .flatMap((part) => (/^\d{2}/.test(part) ? [{ code: part.slice(0, 2), value: part.slice(2) }] : []))
  const of = (codes: RegExp) => parts.filter(({ code }) => codes.test(code)).map(({ value }) => value)
  const name = unwrapped(of(/^3[23]$/), partWidth).trim()
  return {
    said: [...of(/^00$/), unwrapped(of(/^(2\d|6[0-3])$/), partWidth), name, ...of(/^31$/)],
    name: name || null,
  }
}
