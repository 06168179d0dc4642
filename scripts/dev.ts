import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'vite'
import { type Config, readConfig } from '#server/config.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { type OpenDatabase, openDatabase, runUntilSignal } from '#server/main.ts'

// Files that the server reads but does not import (migrations, texts) are watched by folder.
const watched = ['server', 'contract', 'ledger', 'locales'].map((folder) => `--watch-path=${folder}`)

/** PostgreSQL stays up while the server restarts at every save; Vite serves the pages and passes /api on. */
await runUntilSignal(async (onStop) => {
  const config = readConfig({ NODE_ENV: 'development', ...process.env })
  const database = await openDatabase(config)
  onStop(database.stop)
  const apiPort = await freePort()
  const api = startApi(config, database, apiPort)
  onStop(() => end(api))
  const proxy = { '/api': `http://127.0.0.1:${apiPort}` }
  const pages = await createServer({ server: { host: config.host, port: config.port, strictPort: true, proxy } })
  onStop(() => pages.close())
  await pages.listen()
})

function startApi(config: Config, database: OpenDatabase, port: number): ChildProcess {
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', ...watched, 'server/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own, so that Ctrl-C reaches it through us and not twice.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      // The server prints this address whenever it is ready: Vite's, and the only one to open.
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: urlOf(database.owner),
      DATABASE_APP_URL: urlOf(database.app),
    },
  })
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode === null && child.kill('SIGTERM')) await ended
}

function urlOf({ host, port, user, password, database }: ConnectionSettings): string {
  const place = host.startsWith('/')
    ? `localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `${host}:${port}/${database}`
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${place}`
}
