export type SummedDocument = { id: number; party_id: number; units: bigint }

/** More open documents of one party make too many sums: only its oldest are tried. */
const triedMaximum = 18
const fewest = 2
const most = 5

/** The documents, two to five of one party, whose open amounts come to an amount; NULL if none or several sets of them do. */
export function onlySum<Document extends SummedDocument>(
  documents: readonly Document[],
  units: bigint,
): Document[] | null {
  const found: Document[][] = []
  for (const own of Map.groupBy(documents, ({ party_id }) => party_id).values()) {
    collect(own.slice(0, triedMaximum), units, [], found)
    if (found.length > 1) return null
  }
  return found[0] ?? null
}

function collect<Document extends SummedDocument>(
  rest: readonly Document[],
  missing: bigint,
  taken: readonly Document[],
  found: Document[][],
): void {
  if (missing === 0n && taken.length >= fewest) found.push([...taken])
  if (missing <= 0n || taken.length === most || found.length > 1) return
  for (const [index, one] of rest.entries())
    if (one.units <= missing) collect(rest.slice(index + 1), missing - one.units, [...taken, one], found)
}
