import { z } from 'zod'
import { calls } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every call, made from the contract that the server mounts and the forms validate with. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mizan',
      version: '1',
      description:
        'The back office of a Saudi organisation. Messages come in the language of Accept-Language (ar, en).',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['message', 'errors'],
  properties: {
    message: { type: 'string' },
    errors: {
      type: 'object',
      description: 'field -> message; rows as items.2.quantity',
      additionalProperties: { type: 'string' },
    },
  },
}

function operationOf(call: Call): Json {
  const admission = Array.isArray(call.admission) ? `Needs one of: ${call.admission.join(', ')}.` : undefined
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[:/_-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [call.labels],
    ...(admission && { description: admission }),
    ...(call.admission !== 'public' && { security: [{ session: [] }] }),
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query'), ...headersOf(call)],
    ...(call.body && { requestBody: bodyOf(call.body) }),
    responses: {
      200: answerOf(call),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  const { properties = {} } = schema ? schemaOf(schema) : {}
  return Object.entries(properties as Record<string, Json>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: property,
  }))
}

const headersOf = (call: Call): Json[] =>
  call.method === 'POST' && call.admission !== 'public'
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
    : []

/** JSON and multipart bodies are one and the same; in multipart a path is spelled `items[0][price]`. */
function bodyOf(schema: z.ZodType): Json {
  const own = schemaOf(schema)
  return { required: true, content: { 'application/json': { schema: own }, 'multipart/form-data': { schema: own } } }
}

function answerOf(call: Call): Json {
  const data = call.answer ? schemaOf(call.answer) : {}
  const isMany = call.kind === 'list' || call.kind === 'options' || call.kind === 'tree'
  const meta = { type: 'object', properties: { total: { type: 'integer' } } }
  const properties = {
    data: isMany ? { type: 'array', items: data } : data,
    ...((call.kind === 'list' || call.kind === 'options') && { meta }),
  }
  return { description: 'Done', content: { 'application/json': { schema: { type: 'object', properties } } } }
}

/** What a schema comes to after its transforms; what JSON Schema cannot say (a file) stays open. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
  }) as Json
  return json
}
