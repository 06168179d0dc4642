import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compositeTypeColumns, rowsOf } from '#server/db/driver/composite-rows.ts'
import { createTestDatabase } from '../harness/database.ts'

// Rows as statements are given them: read by their place, so both sides must have the same columns in the same order.

let client: pg.Client

beforeAll(async () => {
  const roles = await createTestDatabase()
  client = new pg.Client(roles.app)
  await client.connect()
})
afterAll(() => client.end())

test('the types of the database have the columns that are spelled, in their order', async () => {
  const { rows } = await client.query(`
    SELECT type.typname AS name, array_agg(attribute.attname::text ORDER BY attribute.attnum) AS columns
    FROM pg_type AS type JOIN pg_class AS class ON class.oid = type.typrelid JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
    WHERE class.relkind = 'c' AND type.typname LIKE '%\\_input' AND attribute.attnum > 0 AND NOT attribute.attisdropped GROUP BY 1`)
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(compositeTypeColumns)
})

const read = async (texts: readonly (string | null)[]) => {
  const rows = texts.map((text, index) => ({ user_id: index, action: text, resource: text, request_id: text }))
  const { rows: found } = await client.query(
    'SELECT user_id::integer, action, resource, request_id, resource_id, details FROM unnest($1::audit_log_input[]) AS given',
    [rowsOf('audit_log_input', rows)],
  )
  return { rows: rows.map((row) => ({ ...row, resource_id: null, details: null })), found }
}

test.each([
  [''],
  ['NULL'],
  ['null'],
  ['"'],
  ['\\'],
  ['\\"'],
  ['"\\""'],
  ['a,b'],
  ['(a)'],
  ['{a}'],
  ['}'],
  [' leading and trailing '],
  ['two\nlines\tand\u00a0spaces'],
  ['شركة "النسيم" (ذ.م.م)، فرع الرياض'],
  ["it's; -- '"],
])('%j is read as it was written', async (text) => {
  const { rows, found } = await read([text, null, text])
  expect(found).toEqual(rows)
})

test('every value reads back as written', async () => {
  const written = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(written)), async (texts) => {
      const { rows, found } = await read(texts)
      expect(found).toEqual(rows)
    }),
  )
})

test('days, instants, amounts, yes and no, and what is structured', async () => {
  const posted_at = new Date('2026-11-23T02:03:04.567Z')
  const details = { a: ['"', '\\', { b: 'ب,(' }], c: null, d: 1.5 }
  const one = { id: 2 ** 53 - 1, document_date: '2026-02-28', total: '99999999999999.9999', posted_at }
  const document = await client.query(
    'SELECT id, document_date::text, total, posted_at FROM unnest($1::document_input[]) AS given',
    [rowsOf('document_input', [one])],
  )
  expect(document.rows).toEqual([{ ...one, id: String(one.id) }])
  const line = await client.query('SELECT is_return, price FROM unnest($1::document_line_input[]) AS given', [
    rowsOf('document_line_input', [{ is_return: true }, { is_return: false }, {}]),
  ])
  expect(line.rows.map(({ is_return }) => is_return)).toEqual([true, false, null])
  const audit = await client.query('SELECT details FROM unnest($1::audit_log_input[]) AS given', [
    rowsOf('audit_log_input', [{ details }]),
  ])
  expect(audit.rows).toEqual([{ details }])
})
