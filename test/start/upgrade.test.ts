import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { structureText } from '../../scripts/generate-structure.ts'
import { unpackDataFolder } from '../harness/hosting/packed-folder.ts'
import { runScript } from '../harness/hosting/run-script.ts'
import { startProcess } from '../harness/server-process.ts'

// Data folders of earlier versions, with the demonstration company in each, are brought up to date by a start.

const folders = new URL('../fixtures/data-folders/', import.meta.url)
const owner = { email: 'owner@naseem.example.sa', password: 'mizan-demo-1446' }

describe.each(readdirSync(folders))('the data folder %s', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-upgrade-'))
  beforeAll(() => unpackDataFolder(readFileSync(new URL(name, folders)), folder))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is brought up to date by a start, with its users and invoices', async () => {
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

  test('has the structure of a new database', async () => {
    const postgres = await startPostgres({ dataDir: folder })
    try {
      const upgraded = await structureText(postgres.superuser as NonNullable<EmbeddedPostgres['superuser']>)
      expect(linesOf(upgraded)).toEqual(linesOf(await structureText(inject('roles').superuser)))
      expect(await migrate({ owner: postgres.owner, app: postgres.app })).toEqual([])
    } finally {
      await postgres.stop()
    }
  })

  test('has whole books', async () => {
    const { code, said } = await runScript('verify', [], { DATA_DIR: folder }).ended
    expect(code, said).toBe(0)
  })
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
