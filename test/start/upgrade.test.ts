import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { structureText } from '../../scripts/generate-structure.ts'
import { unpackDataFolder } from '../harness/hosting/packed-folder.ts'
import { runScript } from '../harness/hosting/run-script.ts'
import { startProcess } from '../harness/server-process.ts'

// A data folder of version 0.1.0, with the demonstration company in it, is brought up to date by a start.

const folder = mkdtempSync(join(tmpdir(), 'mizan-upgrade-'))
const packed = new URL('../fixtures/data-folders/0.1.0.br', import.meta.url)

beforeAll(() => unpackDataFolder(readFileSync(packed), folder))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const owner = { email: 'owner@naseem.example.sa', password: 'mizan-demo-1446' }

test('a start brings it up to date, and its users and invoices are there', async () => {
  const server = startProcess({ DATA_DIR: folder })
  const address = await server.address
  if (!address) throw new Error((await server.ended).said)
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${address}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(owner) })
  expect(signedIn.status).toBe(200)
  const { data } = (await signedIn.json()) as { data: { token: string } }
  const invoices = await fetch(`${address}/api/invoices`, { headers: { authorization: `Bearer ${data.token}` } })
  const { meta } = (await invoices.json()) as { meta: { total: number } }
  expect(meta.total).toBeGreaterThan(50)
  server.child.kill('SIGTERM')
  await server.ended
})

test('its structure is that of a new database', async () => {
  const postgres = await startPostgres({ dataDir: folder })
  try {
    const upgraded = await structureText(postgres.superuser as NonNullable<EmbeddedPostgres['superuser']>)
    expect(linesOf(upgraded)).toEqual(linesOf(await structureText(inject('roles').superuser)))
    expect(await migrate({ owner: postgres.owner, app: postgres.app })).toEqual([])
  } finally {
    await postgres.stop()
  }
})

test('its books are whole', async () => {
  const { code, said } = await runScript('verify', [], { DATA_DIR: folder }).ended
  expect(code, said).toBe(0)
})

/** Columns that came later are at the end of an upgraded table, so the lines of each part are compared without their order. */
const linesOf = (structure: string): string[] =>
  structure.split('\n\n').map((part) =>
    part
      .split('\n')
      .map((line) => line.replace(/,$/, ''))
      .sort()
      .join('\n'),
  )
