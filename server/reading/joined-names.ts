import type { FileRow } from './file-row.ts'
import { headMatches, type KnownColumn } from './guess-columns.ts'
import { foldWord } from './values/words.ts'

/** `FirstName` is a first name too. */
const unspaced = (head: string) => foldWord(head).replaceAll(' ', '')
const firstNames = ['first name', 'given name', 'الاسم الأول'].map(unspaced)
const lastNames = ['last name', 'surname', 'family name', 'اسم العائلة', 'الاسم الأخير', 'اللقب'].map(unspaced)

/** A column that the file does not have: first and last name of a person in one. */
export type JoinedNames = { head: string; row(row: FileRow): FileRow }

/** Programs for individuals write two columns where we have one name. Where another column names the party, nothing is joined. */
export function joinedNames(heads: readonly string[], known: readonly KnownColumn[]): JoinedNames | null {
  const folded = heads.map(unspaced)
  const [first, last] = [firstNames, lastNames].map((words) => folded.findIndex((head) => words.includes(head)))
  const name = known.find(({ column }) => column.key === 'name' && column.isRequired)
  if (!name || first === undefined || last === undefined || first < 0 || last < 0) return null
  if (headMatches(heads, name).some((place) => place !== first && place !== last)) return null
  return {
    head: /[a-z]/i.test(heads[first] ?? '') ? 'First name + last name' : 'الاسم الأول + اسم العائلة',
    row: ({ number, cells }) => {
      const padded = Array.from({ length: Math.max(heads.length, cells.length) }, (_, index) => cells[index] ?? '')
      // What is beyond the heads stays where it was, and the name is found by its place.
      padded.splice(heads.length, 0, [cells[first], cells[last]].filter(Boolean).join(' '))
      return { number, cells: padded }
    },
  }
}
