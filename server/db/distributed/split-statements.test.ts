import { expect, test } from 'vitest'
import { readMigrationFiles } from '../migrate/migration-files.ts'
import { splitStatements } from './split-statements.ts'

test('bodies of functions, texts, names and comments keep their semicolons', () => {
  const body = `CREATE FUNCTION one() RETURNS void LANGUAGE plpgsql AS $body$ BEGIN PERFORM 'a;b'; END; $body$;`
  const text = `-- first; comment\n${body}\nSELECT 'it''s; one', "odd;name" /* and; this */, 4 / 2 - 1;\n-- the end;\n`
  expect(splitStatements(text).map((one) => one.replace(/^\s+|^--.*\n/g, ''))).toEqual([
    body,
    `SELECT 'it''s; one', "odd;name" /* and; this */, 4 / 2 - 1;`,
  ])
})

test('every migration is the sum of its statements, and each of them begins with a verb', () => {
  for (const { name, text } of readMigrationFiles(new URL('../migrations/', import.meta.url))) {
    const statements = splitStatements(text)
    const bare = (given: string) => given.replace(/--[^\n]*/g, '').replace(/\s+/g, '')
    expect(bare(statements.join('')), name).toBe(bare(text))
    for (const statement of statements)
      expect(statement.replace(/--[^\n]*/g, '').trim(), name).toMatch(
        /^(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|GRANT|REVOKE|COMMENT|DO|SELECT|WITH|SET|TRUNCATE|LOCK)\b/i,
      )
  }
})
