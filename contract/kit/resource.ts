import { z } from 'zod'
import type { Permissions } from '../crud-permissions.ts'
import { id } from '../fields/choice.ts'
import type { CallGuard } from '../guard/call-guard.ts'
import { type ListFacts, listQuery, multiValue, optionQuery } from './envelope.ts'

/** The admission of a call: anyone, anyone signed in, or a user with one of these permissions. */
export type Admission = 'public' | 'signed-in' | readonly string[]
type RecordCall = 'list' | 'item' | 'create' | 'update' | 'delete' | 'options' | 'export'
export type CallKind = RecordCall | 'auth' | 'tree' | 'statistic' | 'action' | 'preview' | 'report'

/** One method and path under /api with all that server, form, tests and documentation must agree on. */
export type Call = CallGuard & {
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
/** The calls of a group as one list. */
export const listCalls = (group: object): Call[] => Object.values(group)
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
  /** The columns of the CSV and XLSX export, with the filters of the screen. */
  exported?: { admission: Admission; columns: readonly string[] }
}

export const idParams = z.object({ id })

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
  const query = listQuery(list)
  const all = { path, labels: name }
  const one = { path: `${path}/:id`, labels: name, params: idParams }
  const { list: mayList, create: mayCreate, read: mayRead, update: mayUpdate, delete: mayDelete } = permissions
  const calls = {
    list: { ...all, method: 'GET', kind: 'list', admission: [mayList], query, answer: row },
    read: { ...one, method: 'GET', kind: 'item', admission: [mayRead, mayUpdate], answer: record },
    create: { ...all, method: 'POST', kind: 'create', admission: [mayCreate], body: input, answer: record },
    update: { ...one, method: 'POST', kind: 'update', admission: [mayUpdate], body: input, answer: record },
    remove: { ...one, method: 'DELETE', kind: 'delete', admission: [mayDelete] },
    ...(exported && { export: exportCall(path, name, exported.admission, query) }),
    ...(option && { options: optionsCall(path, name, option) }),
  } satisfies Record<string, Call>
  return { name, path, ...facts, calls }
}
export type Resource = ReturnType<typeof defineResource>

/** The list as a file: the same query, and which format. */
const exportCall = (path: string, labels: string, admission: Admission, list: ReturnType<typeof listQuery>) => {
  const query = list.extend({ format, ids: z.preprocess((value) => value || undefined, multiValue(id).optional()) })
  return defineCall({ method: 'GET', path: `${path}/export`, kind: 'export', admission, labels, query })
}
const format = z.enum(['csv', 'xlsx'], { error: () => 'invalid_choice' }).default('csv')

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
