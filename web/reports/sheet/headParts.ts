/** The heading of a column: its text, with the dates or the month at its end. */
export type HeadParts = { words: string; since: string | null; until: string | null }

const ending = /^((?:.*? )??)(?:(\d{4}-\d\d-\d\d) – )?(\d{4}-\d\d(?:-\d\d)?)$/

/** Separates the days from the words, because a browser would break them at their hyphens in a narrow space. */
export function headParts(text: string): HeadParts {
  const [, words = text, since = null, until = null] = ending.exec(text) ?? []
  return { words, since, until }
}
