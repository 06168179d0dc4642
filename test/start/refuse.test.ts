import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPidFile } from '#server/db/embedded/server.ts'
import { startProcess } from '../harness/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'mizan-refuse-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.concurrent('a taken port is told in one line, and PostgreSQL is stopped again', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const dataDir = join(folder, 'taken')
  const { code, said } = await startProcess({ DATA_DIR: dataDir, PORT: String(port) }).ended
  other.close()
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringMatching(new RegExp(`^mizan: Port ${port} is taken.*\\n$`)),
  })
  expect(readPidFile(join(dataDir, 'postgres'))).toEqual([])
})

writeFileSync(join(folder, 'file'), '')
mkdirSync(join(folder, 'strange', 'postgres'), { recursive: true })
writeFileSync(join(folder, 'strange', 'postgres', 'diary.txt'), 'not ours')

test.concurrent.each([
  ['a file in the place of the data folder', { DATA_DIR: join(folder, 'file') }, /The data folder .* cannot be used/],
  ['a folder of something else', { DATA_DIR: join(folder, 'strange') }, /is not empty and holds no database/],
  ['a database that does not answer', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }, /does not answer: \S/],
  ['an address that is none', { DATABASE_URL: 'here' }, /DATABASE_URL must be an address/],
  ['a port that is none', { PORT: '80x' }, /PORT must be a number/],
] as [string, Record<string, string>, RegExp][])('%s is reported in one line', async (_name, environment, message) => {
  const { code, said } = await startProcess({ DATA_DIR: join(folder, 'unused'), ...environment }).ended
  expect(said).toMatch(message)
  expect(said.trimEnd().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
})
