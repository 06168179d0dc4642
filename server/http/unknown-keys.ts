import type { z } from 'zod'
import { file, largeFile, requiredFile } from '#contract/fields/choice.ts'
import type { Call } from '#contract/kit/resource.ts'

/** Fields that the record answers but the call does not take. They may be sent back unchanged. */
export type Echo = { path: readonly (string | number)[]; value: unknown }
export type Extras = { unknown: string[]; echoes: Echo[] }

type Shape = Record<string, z.ZodType>
type Def = {
  type: string
  shape?: Shape
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: readonly z.ZodType[]
}
const defOf = (schema: z.ZodType): Def => (schema as { _zod: { def: Def } })._zod.def

/** The object or list inside optional, nullable, default and preprocessing. */
function plain(schema: z.ZodType | undefined): Def | undefined {
  if (!schema) return undefined
  const def = defOf(schema)
  if (def.shape || def.element) return def
  if (def.innerType) return plain(def.innerType)
  if (def.in && def.out) return plain(def.out) ?? plain(def.in)
  return def.options?.map(plain).find((option) => option?.shape)
}

export const keysOf = (schema: z.ZodType | undefined): Shape => plain(schema)?.shape ?? {}

/** Fields that a form of the specification sends about itself: its action, and how a row is shown. */
const acts = new Set(['', 'store', 'update', 'create'])
const rowFlags = new Set(['edit', 'editing', 'loading'])
const isEmpty = (value: unknown) => value === '' || value === null || value === undefined || value === 'null'

/** Separates the known fields of a body from the rest. The rest is reported by path. */
export function extrasOf(call: Call, body: unknown): Extras {
  const extras: Extras = { unknown: [], echoes: [] }
  const isRecord = call.kind === 'create' || call.kind === 'update'
  walk(extras, call.body, isRecord ? call.answer : undefined, body, [])
  return extras
}

function walk(
  extras: Extras,
  input: z.ZodType | undefined,
  answer: z.ZodType | undefined,
  value: unknown,
  path: Echo['path'],
): void {
  if (typeof value !== 'object' || value === null) return
  const [own, record] = [plain(input), plain(answer)]
  if (Array.isArray(value)) {
    if (own?.element)
      for (const [row, one] of value.entries()) walk(extras, own.element, record?.element, one, [...path, row])
    return
  }
  if (input && !own?.shape) return
  const shape = own?.shape ?? {}
  for (const [key, given] of Object.entries(value)) {
    const place = [...path, key]
    const taken = ownOf(shape, key)
    const answered = record?.shape && ownOf(record.shape, key)
    if (taken && isFile(taken) && typeof given === 'string' && given.startsWith('/'))
      extras.echoes.push({ path: place, value: given })
    else if (taken) walk(extras, taken, answered, given, place)
    else if (answered) extras.echoes.push({ path: place, value: given })
    else if (path.length === 0 && key === 'action' && acts.has(String(given))) continue
    else if (path.length > 0 && rowFlags.has(key)) continue
    else extras.unknown.push(place.join('.'))
  }
}

/** A sent key may be named `constructor`: only keys that the schema itself declares count. */
const ownOf = (shape: Shape, key: string): z.ZodType | undefined => (Object.hasOwn(shape, key) ? shape[key] : undefined)

const isFile = (schema: z.ZodType) => schema === file || schema === requiredFile || schema === largeFile

/** The body without echoed fields: a form that shows an image sends its address. */
export function withoutEchoes(body: unknown, echoes: readonly Echo[]): unknown {
  const own = echoes.flatMap(({ path }) => (path.length === 1 ? [String(path[0])] : []))
  if (own.length === 0) return body
  return Object.fromEntries(Object.entries(body as object).filter(([key]) => !own.includes(key)))
}

/**
 * The first echoed field that differs from the record before and after the update: the user meant to change it. The initial
 * state of a form has every figure at zero: then zeros say nothing.
 */
export function firstChanged(
  echoes: readonly Echo[],
  before: unknown,
  after: unknown,
  isNew: boolean,
): string | undefined {
  const isZero = (value: unknown) => !isEmpty(value) && Number(value) === 0
  const isInitial = isNew && !echoes.some(({ value }) => Number(value) > 0)
  const isUnset = (value: unknown) => isEmpty(value) || (isInitial && isZero(value))
  const meant = echoes.find(
    ({ path, value }) => !isUnset(value) && !isValueAt(before, path, value) && !isValueAt(after, path, value),
  )
  return meant?.path.join('.')
}

/** Rows may have moved, and allocations of a payment show other records: only the name is checked there. */
function isValueAt(record: unknown, [first, ...rest]: Echo['path'], value: unknown): boolean {
  if (first === 'references' || first === undefined) return true
  const found = (record as Record<string, unknown> | undefined)?.[first]
  if (rest.length === 0) return isSame(found, value)
  return Array.isArray(found) && found.some((row) => isSame(row?.[rest.at(-1) as string], value))
}

/** Figures are compared to the halala: a form computes its rows itself. */
const halala = 0.0101

function isSame(stored: unknown, sent: unknown): boolean {
  if (typeof stored === 'number') return !isEmpty(sent) && Math.abs(stored - Number(sent)) < halala
  if (typeof stored === 'boolean') return ['true', '1', 'on'].includes(String(sent)) === stored
  if (typeof stored !== 'object' || stored === null) return stored === sent || String(stored) === String(sent)
  if (Array.isArray(stored)) return isSameList(stored, sent)
  const [one, other] = [stored, sent] as { id?: unknown }[]
  if (one?.id !== undefined) return typeof other === 'object' ? String(other?.id) === String(one.id) : false
  return typeof sent === 'object'
}

/** Records of a list are the same ones in any order. Rows without an id are compared by their number only. */
function isSameList(stored: readonly unknown[], sent: unknown): boolean {
  if (!Array.isArray(sent) || sent.length !== stored.length) return false
  return stored.every((one) => sent.some((other) => isSame(one, other)))
}
