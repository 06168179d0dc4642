import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { CachingQueryCompiler, isTemplate } from './compiled-sql-cache.ts'

const remembering = new CachingQueryCompiler()
const plain = new PostgresQueryCompiler()
const compiledBy = (compiler: PostgresQueryCompiler, statement: RawBuilder<unknown>) => {
  const { sql: text, parameters } = compiler.compileQuery(statement.toOperationNode() as never, createQueryId())
  return { text, parameters }
}

/** Statements of one shape with other values: what was remembered of the first must be right for the second. */
const shapes: Record<string, (value: number) => RawBuilder<unknown>> = {
  'no value': () => sql`SELECT 1`,
  values: (value) => sql`SELECT ${value}, ${'text'}, ${null}, ${value + 1}`,
  'a list as one value': (value) => sql`SELECT ${[value, 2]}::bigint[]`,
  'a template within': (value) => sql`SELECT ${value} WHERE ${sql`${value} = ${3}`} AND ${4}`,
  'one of two templates within': (value) => sql`SELECT ${value % 2 ? sql`odd(${value})` : sql`even`}`,
  'one template in two places': (value) => {
    const inner = sql`inner(${value})`
    return value % 2 ? sql`SELECT ${inner}, ${value}` : sql`SELECT ${value}, ${inner}`
  },
  'as many parts as there are': (value) => sql`SELECT ${sql.join(Array.from({ length: value }, (_, index) => index))}`,
  'a name': (value) => sql`SELECT ${sql.ref(`column_${value}`)}`,
  'a literal': (value) => sql`SELECT ${sql.lit(value)}`,
}

test.each(Object.entries(shapes))('%s: compiled as ever, however often', (_, statement) => {
  for (const value of [1, 2, 3, 1, 2])
    expect(compiledBy(remembering, statement(value))).toEqual(compiledBy(plain, statement(value)))
})

test('only what names no table by itself passes by the plugin of the tenant', () => {
  const passes = (statement: RawBuilder<unknown>) => isTemplate(statement.toOperationNode())
  expect(passes(sql`SELECT ${1} ${sql`AND ${2}`}`)).toBe(true)
  expect(passes(sql`SELECT ${sql.table('documents')}`)).toBe(false)
  expect(passes(sql`SELECT ${sql`${sql.ref('documents.id')}`}`)).toBe(false)
})
