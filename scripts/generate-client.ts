import { readFileSync, writeFileSync } from 'node:fs'

type Json = { [key: string]: unknown }
type Parameter = { name: string; in: string; required?: boolean; schema: Json }
type Operation = {
  operationId: string
  summary?: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

/** A typed client in TypeScript, without any dependency, from the document at `/api/docs`: one method a call. */
export function clientText({ paths, components }: OpenApi): string {
  const types = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  const methods = Object.entries(paths).flatMap(([path, all]) =>
    Object.entries(all).map(([method, operation]) => methodText(path, method, operation)),
  )
  return [...types, head, `export const createClient = (send: Send) => ({\n${methods.join('\n')}\n})`, ''].join('\n\n')
}

const head = `/** Sends one request below /api; answers the parsed body, throws what is refused. */
export type Send = (method: string, path: string, ask: { query?: object; body?: unknown }) => Promise<unknown>
const filled = (path: string, params: Record<string, string | number>) =>
  path.replace(/\\{(\\w+)\\}/g, (_, name: string) => encodeURIComponent(String(params[name])))`

function methodText(
  path: string,
  method: string,
  { operationId, summary, parameters, requestBody, responses }: Operation,
): string {
  const of = (place: string) => parameters.filter((one) => one.in === place)
  const fields = (some: Parameter[]) =>
    `{ ${some.map(({ name, required, schema }) => `${key(name)}${required ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`
  const [params, query] = [of('path'), of('query')]
  const body = requestBody && typeOf(requestBody.content['application/json']?.schema ?? {})
  const inputType = [
    ...(params.length > 0 ? [`params: ${fields(params)}`] : []),
    ...(body ? [`body${requestBody?.required ? '' : '?'}: ${body}`] : []),
    ...(query.length > 0 ? [`query${query.some((one) => one.required) ? '' : '?'}: ${fields(query)}`] : []),
  ]
  const answer = typeOf(responses[200]?.content?.['application/json']?.schema ?? {})
  const isOptional = inputType.every((one) => /^\w+\?:/.test(one))
  const parameter = inputType.length > 0 ? `ask: { ${inputType.join('; ')} }${isOptional ? ' = {}' : ''}` : ''
  const address = params.length > 0 ? `filled('${path}', ask.params)` : `'${path}'`
  const given = [
    ...(body ? ['body: ask.body'] : []),
    ...(query.length > 0 ? ['...(ask.query && { query: ask.query })'] : []),
  ].join(', ')
  return `  /** ${summary ?? ''} */\n  ${operationId}: (${parameter}) => send('${method.toUpperCase()}', ${address}, { ${given} }) as Promise<${answer}>,`
}

const key = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`)

/** A JSON Schema as a TypeScript type. */
function typeOf(schema: Json): string {
  const {
    $ref,
    type,
    anyOf,
    oneOf,
    enum: choices,
    const: only,
    properties,
    items,
    additionalProperties,
  } = schema as {
    [name: string]: unknown
    $ref?: string
    type?: string | string[]
    anyOf?: Json[]
    oneOf?: Json[]
    enum?: unknown[]
    properties?: Record<string, Json>
    items?: Json
    additionalProperties?: Json | boolean
  }
  if ($ref) return $ref.split('/').at(-1) as string
  if (choices) return choices.map((one) => JSON.stringify(one)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  const several = anyOf ?? oneOf
  if (several) return [...new Set(several.map(typeOf))].join(' | ')
  if (Array.isArray(type)) return type.map(primitive).join(' | ')
  if (properties) return objectType(properties, (schema.required as string[] | undefined) ?? [])
  if (type === 'array') return `(${typeOf(items ?? {})})[]`
  if (type === 'object')
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
  return schema.format === 'binary' ? 'unknown' : primitive(type)
}

const objectType = (properties: Record<string, Json>, required: readonly string[]): string =>
  `{ ${Object.entries(properties)
    .map(([name, own]) => `${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(own)}`)
    .join('; ')} }`

function primitive(type: string | undefined): string {
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown'
}

if (import.meta.main) {
  const [source = '', target = 'mizan-client.ts'] = process.argv.slice(2)
  const text = source.startsWith('http') ? await (await fetch(source)).text() : readFileSync(source, 'utf8')
  writeFileSync(target, clientText(JSON.parse(text) as OpenApi))
}
