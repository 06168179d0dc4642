import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'

/** What browser tests need beyond the address: the database behind the server and the folder its messages go to. */
export type BrowserNotes = { superuser: ConnectionSettings; outbox: string }
export const notesPath = (port: string): string => join(tmpdir(), `mizan-browser-${port}.json`)
