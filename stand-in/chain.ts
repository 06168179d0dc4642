type Link = { hash: string; previous_hash: string }
/** The documents of one unit by counter. They may arrive out of order: one that timed out comes after the next one. */
export type Chain = Map<number, Link>

/** The error of a link at its position, in words. Null if there is no known error. */
export function linkFault(chain: Chain, icv: number, link: Link, firstHash: string): string | null {
  const same = chain.get(icv)
  if (same && same.hash !== link.hash) return `Counter ${icv} was used by another document`
  const [before, after] = [chain.get(icv - 1), chain.get(icv + 1)]
  if (icv === 1 && link.previous_hash !== firstHash) return 'The first document does not carry the first hash'
  if (before && before.hash !== link.previous_hash) return `The previous hash is not the hash of document ${icv - 1}`
  if (after && after.previous_hash !== link.hash) return `Document ${icv + 1} names another one before it`
  return null
}

/** The missing counters below the last one. */
export function gapsOf(chain: Chain): number[] {
  const last = Math.max(0, ...chain.keys())
  return Array.from({ length: last }, (_, index) => index + 1).filter((icv) => !chain.has(icv))
}
