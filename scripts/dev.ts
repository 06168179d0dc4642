import { spawn } from 'node:child_process'
import { createServer as createProbe } from 'node:net'
import { createServer } from 'vite'
import { readConfig } from '#server/config.ts'
import type { ConnectionSettings } from '#server/db/pool.ts'
import { openDatabase, runUntilSignal } from '#server/main.ts'

/** PostgreSQL stays up while the server restarts at every save; Vite serves the pages and passes /api on. */
await runUntilSignal(async () => {
  const config = readConfig({ NODE_ENV: 'development', ...process.env })
  const database = await openDatabase(config)
  const apiPort = await freePort()
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...watched, 'server/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(apiPort),
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: urlOf(database.owner),
      DATABASE_APP_URL: urlOf(database.app),
      MIZAN_QUIET: '1',
    },
  })
  const pages = await createServer({
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      proxy: { '/api': `http://127.0.0.1:${apiPort}` },
    },
  })
  await pages.listen()
  console.log(`\n  ميزان للتطوير · Mizan in development: http://localhost:${config.port}\n`)
  return {
    async stop() {
      await pages.close()
      const ended = new Promise((resolve) => api.once('exit', resolve))
      if (api.kill('SIGTERM')) await ended
      await database.stop()
    },
  }
})

// What the server reads but does not import (migrations, words) is watched by its folder.
const watched = ['server', 'contract', 'ledger', 'locales'].map((folder) => `--watch-path=${folder}`)

function urlOf({ host, port, user, password, database }: ConnectionSettings): string {
  const place = host.startsWith('/')
    ? `localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `${host}:${port}/${database}`
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${place}`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createProbe().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
