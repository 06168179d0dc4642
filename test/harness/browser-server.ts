import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { runUntilSignal } from '#server/main.ts'
import { startPlatform } from '#stand-in/start-platform.ts'
import { type BrowserNotes, notesPath } from './browser-notes.ts'
import { startCluster } from './cluster.ts'
import { openMailbox } from './mailbox.ts'

/** The real application with the built pages, on a database that goes when the browser tests end. */
await runUntilSignal(async (onStop) => {
  const port = process.argv[2] ?? ''
  const cluster = await startCluster()
  onStop(cluster.stop)
  const platform = await startPlatform()
  onStop(platform.stop)
  const files = join(cluster.dataDir, 'files')
  const outbox = join(files, 'outbox')
  mkdirSync(outbox, { recursive: true })
  // Mail leaves by a real server, whose mails the journeys read from a folder.
  const mailbox = await openMailbox({
    onTaken: (mails, answer) => {
      writeFileSync(join(outbox, `${String(mails.length).padStart(6, '0')}.eml`), mails.at(-1)?.raw ?? '')
      answer()
    },
  })
  onStop(mailbox.stop)
  const environment = {
    NODE_ENV: 'test',
    PORT: port,
    DATA_DIR: files,
    SMTP_URL: mailbox.url,
    E_INVOICE_PLATFORM: new URL(platform.addressOf('simulation')).origin,
  }
  const config = readConfig(environment)
  const notes: BrowserNotes = { superuser: cluster.roles.superuser, outbox }
  writeFileSync(notesPath(port), JSON.stringify(notes), { mode: 0o600 })
  onStop(async () => rmSync(notesPath(port), { force: true }))
  const app = await createApp({ config, database: cluster.roles.app })
  onStop(() => app.close())
  await app.listen({ host: config.host, port: config.port })
})
