import { type DBSchema, openDB } from 'idb'
import { isRemembered } from '../token.ts'

/** What the device keeps to be read without a connection: where its owner asked to stay signed in, and until he signs out. */
type Seen = { key: string; at: number; value: unknown }
interface SeenStore extends DBSchema {
  seen: { key: string; value: Seen; indexes: { at: number } }
}

const keptAtMost = 60
const keptForMs = 14 * 864e5

const open = () =>
  openDB<SeenStore>('mizan-seen', 1, {
    upgrade(db) {
      db.createObjectStore('seen', { keyPath: 'key' }).createIndex('at', 'at')
    },
  })

/** Keeps an answer in place of the previous one of its key; the oldest go. A browser that forbids storage keeps nothing. */
export async function keepSeen(key: string, value: unknown): Promise<void> {
  if (!isRemembered()) return
  try {
    const db = await open()
    const write = db.transaction('seen', 'readwrite')
    await write.store.put({ key, at: Date.now(), value })
    const keys = await write.store.index('at').getAllKeys()
    for (const old of keys.slice(0, Math.max(0, keys.length - keptAtMost))) await write.store.delete(old)
    await write.done
    db.close()
  } catch {
    // Reading on without a connection is what is lost.
  }
}

/** The answer that was seen last, and when. Undefined: none, or too long ago. */
export async function lastSeen<Value>(key: string): Promise<{ at: number; value: Value } | undefined> {
  // Another tab of this browser may be signed in as another person, for as long as it is open.
  if (!isRemembered()) return undefined
  try {
    const db = await open()
    const found = await db.get('seen', key)
    db.close()
    return found && Date.now() - found.at < keptForMs ? { at: found.at, value: found.value as Value } : undefined
  } catch {
    return undefined
  }
}

export async function forgetSeen(): Promise<void> {
  try {
    const db = await open()
    await db.clear('seen')
    db.close()
  } catch {
    // There is nothing to forget.
  }
}
