import type { z } from 'zod'
import { calls } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { exampleOf, type Json, schemaOf } from './schema-of.ts'

/** The OpenAPI 3.1 document of every call, made from the contract that the server mounts and the forms validate with. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  const schemas: Record<string, Json> = { Error: errorSchema }
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mizan',
      version: '1',
      description: [
        'The back office of a Saudi organisation. Messages come in the language of Accept-Language (ar, en).',
        'Bodies are JSON or multipart (items[0][price]) alike. What is not known is refused by its name, in a body and in a query; what a record',
        'answers may be sent back with it as it is. An update leaves what it does not name; an empty text or null empties it.',
      ].join(' '),
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'the token of a session, or the key of a program' },
      },
      schemas,
      headers: { Refusal: refusalHeader },
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'errors'],
  properties: {
    code: { type: 'string', description: 'the name of the refusal, the same in every language' },
    message: { type: 'string' },
    errors: {
      type: 'object',
      description: 'field -> message; rows as items.2.quantity',
      additionalProperties: { type: 'string' },
    },
  },
}
const refusalHeader = {
  description: 'the name of the refusal, the same in every language: exceeds_remaining, period_locked, stale_version …',
  schema: { type: 'string' },
}

function operationOf(call: Call, schemas: Record<string, Json>): Json {
  const admission = Array.isArray(call.admission) ? `Needs one of: ${call.admission.join(', ')}.` : undefined
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[:/_-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [call.labels],
    summary: summaryOf(call),
    ...(admission && { description: admission }),
    ...(call.admission !== 'public' && { security: [{ session: [] }] }),
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query'), ...headersOf(call)],
    ...(call.body && { requestBody: bodyOf(call, call.body) }),
    responses: { 200: answerOf(call, schemas), ...refusalsOf(call) },
  }
}

const acts: Partial<Record<Call['kind'], string>> = {
  list: 'List',
  item: 'Read',
  create: 'Create',
  update: 'Update',
  delete: 'Delete or void',
  options: 'Choose among',
  export: 'Take away as a file:',
  tree: 'Read the tree of',
  statistic: 'Count',
  report: 'Report:',
}

/** `List invoices`, `Read of invoices`, `Confirm of bills`: the act, and what the path names. */
function summaryOf({ kind, path }: Call): string {
  const words = path.split('/').filter((part) => part && !part.startsWith(':'))
  const spelled = (part: string | undefined) => (part ?? '').replaceAll('-', ' ')
  const own = words.filter((part) => part !== 'list' && part !== 'export' && part !== 'statistic')
  const named = [...new Set(own.slice(-2).map(spelled))].join(': ')
  const act = acts[kind] ?? (kind === 'auth' ? 'Sign-in:' : 'Act:')
  return `${act} ${named}`.trim()
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schema ? schemaOf(schema, 'taken') : {}
  return Object.entries(properties as Record<string, Json>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required as string[]).includes(name),
    schema: property,
  }))
}

const headersOf = (call: Call): Json[] =>
  call.method === 'POST' && call.admission !== 'public'
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'repeated with the same key, a write is the same write',
          schema: { type: 'string', maxLength: 255 },
        },
      ]
    : []

/** JSON and multipart bodies are one and the same; in multipart a path is spelled `items[0][price]`. */
function bodyOf(call: Call, body: z.ZodType): Json {
  const own = schemaOf(body, 'taken')
  const act = { type: 'string', enum: ['store', 'update'], description: 'as forms send it; says nothing new' }
  const isRecord = call.kind === 'create' || call.kind === 'update'
  const schema = isRecord ? { ...own, properties: { ...(own.properties as Json), action: act } } : own
  const example = exampleOf(own)
  return {
    required: Array.isArray(own.required),
    content: { 'application/json': { schema, example }, 'multipart/form-data': { schema } },
  }
}

function answerOf(call: Call, schemas: Record<string, Json>): Json {
  if (call.kind === 'export')
    return fileAnswer(['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
  if (call.kind === 'item' && !call.answer) return fileAnswer(['application/octet-stream'])
  const data = call.answer
    ? named(call, schemaOf(call.answer, 'answered'), schemas)
    : { description: 'nothing, or the id of what went' }
  const isMany = call.kind === 'list' || call.kind === 'options' || call.kind === 'tree'
  const isPaged = call.kind === 'list' || call.kind === 'options'
  const total = { type: 'integer', description: 'how many there are altogether' }
  const properties = {
    ...(call.method !== 'GET' && { success: { type: 'boolean' }, message: { type: 'string' } }),
    data: isMany ? { type: 'array', items: data } : data,
    ...(isPaged && { meta: { type: 'object', required: ['total'], properties: { total } } }),
  }
  const schema = { type: 'object', required: ['data', ...(call.kind === 'list' ? ['meta'] : [])], properties }
  return { description: 'Done', content: { 'application/json': { schema } } }
}

const fileAnswer = (types: readonly string[]): Json => ({
  description: 'The file',
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
})

/** A schema that holds itself needs a name of its own to be referred to. */
function named(call: Call, schema: Json, schemas: Record<string, Json>): Json {
  const text = JSON.stringify(schema)
  if (!text.includes('"$ref":"#"')) return schema
  const name = `${call.labels.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Node`
  const reference = { $ref: `#/components/schemas/${name}` }
  schemas[name] = JSON.parse(text.replaceAll('"$ref":"#"', `"$ref":"${reference.$ref}"`))
  return reference
}

const descriptions: Record<number, string> = {
  400: 'No body of this call: malformed',
  401: 'Nobody is signed in, or no longer',
  403: 'Signed in without the permission',
  404: 'There is no such record',
  409: 'Somebody was faster: the version is older than the stored one, or two wrote at once',
  413: 'More than a body of this call can hold',
  422: 'Refused, with the fields it is about',
  429: 'Too many tries: Retry-After says how long to wait',
  503: 'Cannot be answered right now: Retry-After says when to ask again',
}

function refusalsOf(call: Call): Json {
  const isWrite = call.method !== 'GET'
  const codes = [
    ...(call.body ? [400, 413] : []),
    ...(call.admission === 'public' ? [429] : [401, 403]),
    ...(call.params ? [404] : []),
    ...(isWrite ? [409] : []),
    422,
    503,
  ]
  const retry = { 'Retry-After': { description: 'seconds', schema: { type: 'integer' } } }
  const answer = (description: string, waits = false) => ({
    description,
    headers: { refusal: { $ref: '#/components/headers/Refusal' }, ...(waits && retry) },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  })
  const own = codes.map((code) => [code, answer(descriptions[code] as string, code === 429 || code === 503)])
  return { ...Object.fromEntries(own), default: answer('Refused') }
}
