import { allRanges, ownRanges } from './printable-ranges.ts'

/** Printed in place of a character that no font of the papers has. */
export const substitute = '□'

type Runs = { starts: Uint32Array; ends: Uint32Array }

function readRuns(text: string): Runs {
  const runs = text.split(' ').map((run) => run.split('.').map((part) => Number.parseInt(part, 36)) as [number, number])
  const starts = new Uint32Array(runs.length)
  const ends = new Uint32Array(runs.length)
  let at = 0
  for (const [index, [gap, length]] of runs.entries()) {
    starts[index] = at + gap
    ends[index] = at + gap + length
    at += gap + length + 1
  }
  return { starts, ends }
}

function has({ starts, ends }: Runs, code: number): boolean {
  let [low, high] = [0, starts.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (code < (starts[middle] ?? 0)) high = middle - 1
    else if (code > (ends[middle] ?? 0)) low = middle + 1
    else return true
  }
  return false
}

let runs: { own: Runs; all: Runs } | undefined
const runsOf = (fonts: Fonts) => {
  runs ??= { own: readRuns(ownRanges), all: readRuns(allRanges) }
  return runs[fonts]
}
type Fonts = 'own' | 'all'

/** Latin letters, digits and the usual Arabic letters, which every paper has: nothing else is looked up. */
const usual = /^[\t\n\r -~\u0621-\u063a\u0641-\u0652\u0660-\u0669]*$/
/** They change how the characters around them look, and have no form of their own. */
const isFormless = (character: string) => /^(?:\p{White_Space}|\p{Cf}|\p{Variation_Selector})$/u.test(character)
/** Circles and keycaps around the character before: no font draws both. */
const isEnclosing = (character: string) => /^[\u20dd-\u20e4]$/.test(character)
const isPrintable = (character: string, fonts: Fonts) =>
  isFormless(character) || (!isEnclosing(character) && has(runsOf(fonts), character.codePointAt(0) ?? 0))

/** The characters of a text that papers show as a substitute, each once. */
export const unprintable = (text: string): string[] =>
  usual.test(text) ? [] : [...new Set([...text].filter((character) => !isPrintable(character, 'all')))]

/** The text as papers print it: a substitute for each character that the fonts lack. */
export function printableText(text: string, fonts: Fonts = 'all'): string {
  if (usual.test(text)) return text
  const shown = (character: string) =>
    isEnclosing(character) ? '' : isPrintable(character, fonts) ? character : substitute
  return [...text].map(shown).join('')
}

/** The characters that papers show as a substitute, in every text of a value. */
export function substitutedIn(value: unknown): string[] {
  if (typeof value === 'string') return unprintable(value)
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap(substitutedIn))]
}
