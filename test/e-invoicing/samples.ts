import { readFileSync } from 'node:fs'

const folder = new URL('./fixtures/', import.meta.url)
const [head = '', ...lines] = readFileSync(new URL('samples-expected.tsv', folder), 'utf8').trim().split('\n')
const columns = head.split('\t')

export type Sample = { file: string; xml: string; expected: Record<string, string> }

/** The 19 official documents with what is known of each. */
export const samples: Sample[] = lines.map((line) => {
  const expected = Object.fromEntries(line.split('\t').map((value, index) => [columns[index] as string, value]))
  const file = (expected.file as string).replace(/^Samples\//, '')
  const path = file.split('/').map(encodeURIComponent).join('/')
  return { file, expected, xml: readFileSync(new URL(`samples/${path}`, folder), 'utf8') }
})
