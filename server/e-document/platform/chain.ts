type Link = { hash: string; previous_hash: string }
/** The documents of one unit by their counter. They may arrive out of order: one that timed out comes after the next. */
export type Chain = Map<number, Link>

/** What is wrong with a link where it is put, in words; null where nothing is known against it. */
export function linkFault(chain: Chain, icv: number, link: Link, firstHash: string): string | null {
  const same = chain.get(icv)
  if (same && same.hash !== link.hash) return `Counter ${icv} was used by another document`
  const [before, after] = [chain.get(icv - 1), chain.get(icv + 1)]
  if (icv === 1 && link.previous_hash !== firstHash) return 'The first document does not carry the first hash'
  if (before && before.hash !== link.previous_hash) return `The previous hash is not the hash of document ${icv - 1}`
  if (after && after.previous_hash !== link.hash) return `Document ${icv + 1} names another one before it`
  return null
}

/** The counters that are missing up to the last. */
export function gapsOf(chain: Chain): number[] {
  const last = Math.max(0, ...chain.keys())
  return Array.from({ length: last }, (_, index) => index + 1).filter((icv) => !chain.has(icv))
}
