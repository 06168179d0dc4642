import { z } from 'zod'
import { boolean, date, file, id, largeFile, noDraft, requiredFile, version } from '#contract/fields/choice.ts'
import { instant } from '#contract/fields/response-fields.ts'

export type Json = Record<string, unknown>

/** A value with several spellings is described by the plain one. Text adds what JSON Schema cannot express. */
const described = new Map<z.ZodType, Json>([
  [id, { type: 'integer', minimum: 1, description: 'the id of a record' }],
  [boolean, { type: 'boolean' }],
  [
    version,
    { type: 'integer', minimum: 0, description: 'the version the editor had in hand: 409 where there is a newer one' },
  ],
  [file, { type: 'string', format: 'binary', description: 'a file (multipart); `remove` takes the stored one away' }],
  [requiredFile, { type: 'string', format: 'binary' }],
  [largeFile, { type: 'string', format: 'binary' }],
  [noDraft, { type: 'string' }],
  [date, { type: 'string', format: 'date' }],
  [instant, { type: 'string', format: 'date-time' }],
])

type Def = { type: string; in?: z.ZodType; out?: z.ZodType; innerType?: z.ZodType; shape?: Record<string, z.ZodType> }
const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def

type Side = 'taken' | 'answered'

/** A schema's input or output, as JSON Schema. Required means not optional, or always present. */
export function schemaOf(schema: z.ZodType, side: Side): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
    override: ({ zodSchema, jsonSchema }) => {
      const own = jsonSchema as Json
      // Both are the same object: zod types its callback by the core of the library.
      const plain = described.get(zodSchema as unknown as z.ZodType)
      const { in: given, out, shape } = defOf(zodSchema)
      if (plain) replace(own, plain)
      // A transform has no schema for its result: its input is the closest description.
      else if (given && out && defOf(out).type === 'transform' && own.type === undefined)
        replace(own, { ...schemaOf(given, side), ...own })
      if (shape) requireOnly(own, shape, side)
      // Every integer of JavaScript is within these.
      if (own.maximum === Number.MAX_SAFE_INTEGER) delete own.maximum
      if (own.minimum === Number.MIN_SAFE_INTEGER) delete own.minimum
    },
  }) as Json
  return json
}

function replace(own: Json, by: Json): void {
  for (const key of Object.keys(own)) delete own[key]
  Object.assign(own, by)
}

function requireOnly(own: Json, shape: Record<string, z.ZodType>, side: Side): void {
  const mayLack = side === 'taken' ? takesNothing : answersNothing
  const required = Object.keys(shape).filter((key) => !mayLack(shape[key] as z.ZodType))
  delete own.additionalProperties
  delete own.required
  if (required.length > 0) own.required = required
}

const takesNothing = (schema: z.ZodType) => defOf(schema).type !== 'lazy' && schema.safeParse(undefined).success

const answersNothing = (schema: z.ZodType) => defOf(schema).type === 'optional'

/** A value that the schema takes, of what it requires. */
export function exampleOf(schema: Json): unknown {
  const {
    type,
    anyOf,
    enum: choices,
    properties,
    items,
    format,
    minItems,
    required = [],
  } = schema as {
    [key: string]: unknown
    type?: string | string[]
    anyOf?: Json[]
    enum?: unknown[]
    properties?: Record<string, Json>
    items?: Json
    required?: string[]
  }
  if (choices) return choices[0]
  if (anyOf) return exampleOf(anyOf[0] as Json)
  if (properties) return Object.fromEntries(required.map((key) => [key, sample(key, properties[key] as Json)]))
  if (type === 'array') return Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, () => exampleOf(items ?? {}))
  if (type === 'integer' || type === 'number') return 1
  if (Array.isArray(type)) return '100.00'
  if (type === 'boolean') return true
  return format === 'date' ? '2026-01-31' : format === 'binary' ? undefined : 'text'
}

/** By name where the type alone is not meaningful. */
function sample(key: string, schema: Json): unknown {
  if (/email$/.test(key)) return 'name@example.sa'
  if (/mobile|phone/.test(key)) return '0501234567'
  if (/password/i.test(key)) return 'a long password'
  return exampleOf(schema)
}
