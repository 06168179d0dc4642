import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'

/** Data browser tests need in addition to the address: the server's database and its mail folder. */
export type BrowserNotes = { superuser: ConnectionSettings; outbox: string }
export const notesPath = (port: string): string => join(tmpdir(), `mizan-browser-${port}.json`)
