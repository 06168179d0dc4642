import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { readSupplierPaper } from '#server/bill-inbox/read-paper.ts'
import { taskAt } from '#server/core/task.ts'
import { createFileReader } from '#server/processes/file-reader.ts'
import { readForeignTable } from '#server/reading/foreign-table.ts'
import { readTable } from '#server/reading/read-table.ts'
import { createTestApp } from '../../harness/api.ts'
import { createOrganization } from '../../harness/organization.ts'
import { importFile, runOf } from '../import-files.ts'
import { csv } from '../table-files.ts'
import * as hostile from './hostile-files.ts'

// A file that needs far more than its size says is refused in words, and no other user notices it.

const field = 'import_file'
const readAll = (data: string | Buffer) => Array.fromAsync(readTable(Buffer.from(data as string), field))

test('a file of three kilobytes is refused in words while the server answers others and reads their files', async () => {
  const app = await createTestApp()
  const [owner, neighbour] = [await createOrganization(app), await createOrganization(app)]
  const data = hostile.repeatedCells()
  expect(data.length).toBeLessThan(3_000)
  let isRefused = false
  const refused = importFile(owner, 'customers', data).finally(() => {
    isRefused = true
  })
  const content = csv([
    ['Name', 'Email'],
    ['Noor', 'noor@example.sa'],
  ])
  const run = await runOf(neighbour, { kind: 'customers', content })
  expect(run).toMatchObject({ state: 'committed', rows_new: 1 })
  while (!isRefused) {
    expect((await app.visitor().get('/health')).status).toBe(200)
    await sleep(20)
  }
  expect(await refused).toMatchObject({ status: 422, body: { code: 'file_needs_memory' } })
  expect((await refused).body.message).toContain('memory')
  expect((await owner.get('/imports')).body.data).toEqual([])
  // The next file gets a fresh process.
  expect(await importFile(owner, 'customers', content)).toMatchObject({ status: 200 })
})

describe('a process for files', () => {
  const told: unknown[] = []
  const small = { heap_mb: 60, memory_mb: 250, processor_ms: 60_000, wall_ms: 600_000 }
  const readers = [small, { ...small, processor_ms: 50, heap_mb: 400, memory_mb: 900 }].map((limits) =>
    createFileReader((error) => told.push(error), limits),
  )
  afterAll(() => {
    for (const reader of readers) reader.stop()
  })
  const read = (reader: (typeof readers)[number] | undefined, data: string | Buffer) =>
    readForeignTable({ services: { files: reader }, session: { organization_id: 1 } } as never, {
      data: Buffer.from(data as string),
      field,
      choose: { filled: true },
    })

  test('that needs too much memory ends, and the file is refused', async () => {
    await expect(read(readers[0], hostile.sharedStrings(1_500_000))).rejects.toMatchObject({
      code: 'file_needs_memory',
      errors: { import_file: { code: 'file_needs_memory' } },
    })
    expect([...(await read(readers[0], 'a,b\n1,2')).rows()]).toHaveLength(2)
  })
  test('that works too long ends, and the file is refused', async () => {
    const endless = taskAt<{ field: string }, never>(new URL('./endless-task.ts', import.meta.url))
    await expect(readers[1]?.read(1, endless, { field })).rejects.toMatchObject({ code: 'file_needs_time' })
    expect(told.at(-1)).toMatchObject({ reason: 'time' })
  })
  test('passes a refusal of a reader on with its parameters', async () => {
    const data = hostile.distantCells(1_500)
    await expect(read(readers[0], data)).rejects.toMatchObject({
      code: 'file_too_many_cells',
      params: { number: 20_000_000 },
    })
  })
  test('reads neither the settings of the server nor other files', async () => {
    const outside = taskAt<{ field: string }, string[]>(new URL('./outside-task.ts', import.meta.url))
    const [environment, written] = (await readers[0]?.read(1, outside, { field })) ?? []
    expect(environment).not.toContain('PATH')
    expect(written).toMatch(/ERR_ACCESS_DENIED/)
  })
})

describe('a reader takes a time that grows as the file does', () => {
  test('with instructions that never end', () =>
    expect(readAll(hostile.openInstructions(400_000))).rejects.toMatchObject({ code: 'file_not_readable' }))
  test('with entries of a statement that never end', async () => {
    const { default: work } = await import('#server/bank-statements/reading/statement-task.ts')
    const data = Buffer.from(hostile.openEntries(400_000))
    await expect(work({ data, field, stored: null, chosen: null, day_order: null })).rejects.toMatchObject({
      code: 'file_not_readable',
    })
  })
  test('with compressed streams of a paper', () =>
    expect(() => readSupplierPaper(hostile.deflatedStreams(60), field)).toThrow('paper_without_xml'))
  test('and refuses a row wider than a sheet can be', () =>
    expect(readAll(hostile.mergedCells())).rejects.toMatchObject({ code: 'import_too_wide' }))
})
