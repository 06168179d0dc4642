import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { file, largeFile, requiredFile } from '#contract/fields/choice.ts'
import { fileSize, largeFileSize } from '#contract/fields/file-sizes.ts'
import type { Call } from '#contract/kit/resource.ts'
import { Refusal } from '#server/core/refusal.ts'

/** The maximum size of a body, computed from its schema. It applies before anything of the body is stored. */
export type BodyLimits = { bytes: number; fields: number; files: number; fileBytes: number }

const plainBytes = 1_000_000
/** These can be sent without signing in. */
const publicBytes = 32_000
/** Fields in addition to the schema: `action`, and what the record itself answers. */
const extraFields = 60
const depthMaximum = 32

const made = new WeakMap<Call, BodyLimits>()

export function limitsOf(call: Call): BodyLimits {
  const known = made.get(call)
  if (known) return known
  const { fields, files } = call.body ? sizeOf(call.body) : { fields: 0, files: 0 }
  const fileBytes = call.body && holdsLargeFile(call.body) ? largeFileSize : fileSize
  const bytes = (call.admission === 'public' ? publicBytes : plainBytes) + files * fileBytes
  const limits = { bytes, fields: fields + extraFields, files, fileBytes }
  made.set(call, limits)
  return limits
}

type Size = { fields: number; files: number }
type Inner = {
  _zod: {
    def: {
      shape?: Record<string, z.ZodType>
      element?: z.ZodType
      options?: readonly z.ZodType[]
      innerType?: z.ZodType
      in?: z.ZodType
      out?: z.ZodType
      valueType?: z.ZodType
    }
    bag?: { maximum?: number }
  }
}

/** How many single values a schema takes, and how many of them are files. Rows count with their maximum number. */
function sizeOf(schema: z.ZodType): Size {
  if (schema === file || schema === requiredFile || schema === largeFile) return { fields: 1, files: 1 }
  const { def, bag } = (schema as Inner)._zod
  if (def.shape) return sum(Object.values(def.shape).map(sizeOf))
  if (def.element) return times(sizeOf(def.element), bag?.maximum ?? rowsMaximum)
  if (def.options) return most(def.options.map(sizeOf))
  if (def.valueType) return times(sizeOf(def.valueType), rowsMaximum)
  if (def.innerType) return sizeOf(def.innerType)
  if (def.in && def.out) return most([sizeOf(def.in), sizeOf(def.out)])
  return { fields: 1, files: 0 }
}
const rowsMaximum = 300

const holdsLargeFile = (schema: z.ZodType): boolean =>
  Object.values((schema as Inner)._zod.def.shape ?? {}).includes(largeFile)

const sum = (sizes: readonly Size[]): Size =>
  sizes.reduce((all, one) => ({ fields: all.fields + one.fields, files: all.files + one.files }), {
    fields: 0,
    files: 0,
  })
const most = (sizes: readonly Size[]): Size => sizes.reduce((all, one) => (one.fields > all.fields ? one : all))
const times = (size: Size, rows: number): Size => ({ fields: Math.max(1, size.fields * rows), files: size.files })

/** JSON nested deeper than any form is refused before it is parsed: walking it would block all other requests. */
export function acceptJson(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { call } = route.config ?? {}
    if (call) route.bodyLimit = limitsOf(call).bytes
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text.length > plainBytes) return done(new Refusal('body_too_large'))
    if (isTooDeep(text)) return done(new Refusal('malformed_body'))
    parse(request, text, done)
  })
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (isInText) {
      if (sign === 92) at++
      else if (sign === 34) isInText = false
    } else if (sign === 34) isInText = true
    else if (sign === 91 || sign === 123) {
      if (++depth > depthMaximum) return true
    } else if (sign === 93 || sign === 125) depth--
  }
  return false
}
