import { z } from 'zod'
import { id } from '../fields/choice.ts'
import type { Permissions } from '../verbs.ts'
import { type ListFacts, listQuery, optionQuery } from './envelope.ts'

/** Who may make a call: anyone, anyone signed in, or a holder of at least one of these keys. */
export type Admission = 'public' | 'signed-in' | readonly string[]
export type CallKind =
  | 'auth'
  | 'list'
  | 'item'
  | 'create'
  | 'update'
  | 'delete'
  | 'options'
  | 'tree'
  | 'statistic'
  | 'action'
  | 'report'
  | 'export'

/** One method and path under /api with all that server, form, tests and documentation must agree on. */
export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  kind: CallKind
  admission: Admission
  /** The resource whose field labels word this call's errors. */
  labels: string
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  answer?: z.ZodType
}
export const defineCall = <const C extends Call>(call: C): C => call

export type ResourceFacts<
  Input extends z.ZodType,
  Record_ extends z.ZodType,
  Row extends z.ZodType,
  Option extends z.ZodType,
> = {
  permissions: Permissions
  input: Input
  record: Record_
  row: Row
  list: ListFacts
  option?: { shape: Option; admission: Admission; query?: z.ZodObject }
  /** Columns of the row that the list gives away as CSV or XLSX, filtered as it stands on the screen. */
  exported?: { admission: Admission; columns: readonly string[] }
}

export const idParams = z.object({ id })
const paramsOf = { params: idParams }

/**
 * A resource and the calls that follow from it: list, item, create, update (POST on the id), delete and, where
 * `option` is given, the option list. `name` words its fields and errors (`fields.<name>.<field>`).
 */
export function defineResource<
  const Name extends string,
  Input extends z.ZodType,
  Record_ extends z.ZodType,
  Row extends z.ZodType,
  Option extends z.ZodType = z.ZodNever,
>(name: Name, path: string, facts: ResourceFacts<Input, Record_, Row, Option>) {
  const { permissions, input, record, row, list, option, exported } = facts
  const one = `${path}/:id`
  const calls = {
    list: {
      method: 'GET',
      path,
      kind: 'list',
      admission: [permissions.list],
      labels: name,
      query: listQuery(list),
      answer: row,
    },
    read: {
      method: 'GET',
      path: one,
      kind: 'item',
      admission: [permissions.read, permissions.update],
      labels: name,
      ...paramsOf,
      answer: record,
    },
    create: {
      method: 'POST',
      path,
      kind: 'create',
      admission: [permissions.create],
      labels: name,
      body: input,
      answer: record,
    },
    update: {
      method: 'POST',
      path: one,
      kind: 'update',
      admission: [permissions.update],
      labels: name,
      ...paramsOf,
      body: input,
      answer: record,
    },
    remove: { method: 'DELETE', path: one, kind: 'delete', admission: [permissions.delete], labels: name, ...paramsOf },
    ...(exported && { export: exportCall(path, name, exported.admission, list) }),
    ...(option && { options: optionsCall(path, name, option) }),
  } satisfies Record<string, Call>
  return { name, path, ...facts, calls }
}
export type Resource = ReturnType<typeof defineResource>

/** The list as a file: the same query, and which format. */
const exportCall = (path: string, labels: string, admission: Admission, list: ListFacts) => {
  const format = z.enum(['csv', 'xlsx'], { error: () => 'invalid_choice' }).default('csv')
  const query = listQuery(list).extend({ format })
  return defineCall({ method: 'GET', path: `${path}/export`, kind: 'export', admission, labels, query })
}

const optionsCall = <Shape extends z.ZodType>(
  path: string,
  labels: string,
  option: { shape: Shape; admission: Admission; query?: z.ZodObject },
) =>
  ({
    method: 'GET',
    path: `${path}/list`,
    kind: 'options',
    admission: option.admission,
    labels,
    query: option.query ?? optionQuery,
    answer: option.shape,
  }) satisfies Call
