const bytesMaximum = 24_000_000
const age_ms = 600_000

/** Papers that were set lately, by the hash of what they say. Who asks for the same paper meanwhile waits for the one that is being set. */
export function createPaperCache(now: () => number = Date.now) {
  const papers = new Map<string, { bytes: Uint8Array; until: number }>()
  const pending = new Map<string, Promise<Uint8Array>>()
  let size = 0

  const drop = (key: string) => {
    size -= papers.get(key)?.bytes.length ?? 0
    papers.delete(key)
  }
  const keep = (key: string, bytes: Uint8Array) => {
    papers.set(key, { bytes, until: now() + age_ms })
    size += bytes.length
    for (const oldest of papers.keys()) {
      if (size <= bytesMaximum) break
      drop(oldest)
    }
  }
  return {
    async get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const known = papers.get(key)
      if (known) drop(key)
      if (known && known.until > now()) {
        keep(key, known.bytes)
        return known.bytes
      }
      const made =
        pending.get(key) ??
        make().then((bytes) => {
          keep(key, bytes)
          return bytes
        })
      pending.set(key, made)
      return made.finally(() => pending.delete(key))
    },
  }
}
