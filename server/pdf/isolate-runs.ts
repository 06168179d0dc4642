/** Marks around a run that reads left to right as a whole: LEFT-TO-RIGHT ISOLATE and POP DIRECTIONAL ISOLATE. */
const [open, close] = ['\u2066', '\u2069'] as const
const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
/** What may belong to such a run: no blank, no letter of a right-to-left script, no punctuation that Arabic shares. */
const piece = /[^\s\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}–—·|\u2066-\u2069]+/gu
const isRange = /^\d{4}-\d{2}-\d{2} – \d{4}-\d{2}-\d{2}$/
const isDay = /^\d{4}-\d{2}-\d{2}$/
const isSpoken = /[\p{L}\p{N}]/u
const isWord = /\p{L}/u
/** Letters alone or digits alone keep their order in any line. */
const isPlain = /^(?:\p{N}+|\p{L}+)$/u
const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

type Run = { start: number; end: number }

/**
 * A text of a right-to-left paper, in which each run of foreign words, codes, numbers and days is marked as an isolate: without
 * it "24-inch" would be set as "inch-24". A text without a right-to-left letter is such a run as a whole and has no marks,
 * except a range of days, which begins where its reader does.
 */
export function isolateRuns(text: string): string {
  if (!isRightToLeft.test(text) && !isRange.test(text)) return text
  let marked = ''
  let at = 0
  for (const { start, end } of runsOf(text)) {
    marked += `${text.slice(at, start)}${open}${text.slice(start, end)}${close}`
    at = end
  }
  return marked + text.slice(at)
}

/** Runs with only blanks between them are one, except days: a range of days is read in the direction of its line. */
function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const { index, 0: found } of text.matchAll(piece)) {
    const run = { start: index, end: index + found.length }
    const last = runs.at(-1)
    if (!isSpoken.test(found)) continue
    if (last && mayJoin(text, last, run)) last.end = run.end
    else runs.push(run)
  }
  return runs.map((run) => trimmed(text, run)).filter((run) => !isPlain.test(textOf(text, run)))
}

const textOf = (text: string, { start, end }: Run): string => text.slice(start, end)

/** Marks between two foreign words are theirs; between numbers they are the sentence's. */
function mayJoin(text: string, one: Run, other: Run): boolean {
  const [before, after] = [textOf(text, one), textOf(text, other)]
  if (isDay.test(before) || isDay.test(after)) return false
  const between = text.slice(one.end, other.start)
  return /^ +$/.test(between) || (/^ +[-/&+×x]+ +$/.test(between) && isWord.test(before) && isWord.test(after))
}

/** Without what belongs to the sentence around it: marks at its end, and a bracket whose other half is outside. */
function trimmed(text: string, run: Run): Run {
  let { start, end } = run
  for (let changed = true; changed && start < end; ) {
    changed = false
    const [first, last] = [text[start] ?? '', text[end - 1] ?? '']
    if (/[.,;:!?'"”»…]/.test(last) && !isQuoted(text.slice(start, end))) [end, changed] = [end - 1, true]
    else if (isUnpaired(text.slice(start, end), last)) [end, changed] = [end - 1, true]
    else if (isUnpaired(text.slice(start, end), first)) [start, changed] = [start + 1, true]
  }
  return { start, end }
}

/** "17″" and `a "quoted"` end with their own mark. */
const isQuoted = (run: string): boolean => run.endsWith('"') && run.indexOf('"') < run.length - 1

function isUnpaired(run: string, bracket: string): boolean {
  const count = (wanted: string) => run.split(wanted).length - 1
  for (const [closing, opening] of Object.entries(pairs))
    if (bracket === closing || bracket === opening) return count(closing) !== count(opening)
  return /[«»]/.test(bracket)
}
