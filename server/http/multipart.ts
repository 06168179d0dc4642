import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileSize } from '#contract/fields/file-sizes.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type BodyLimits, limitsOf } from './body-limits.ts'

const always = { fieldNameSize: 200, fieldSize: 64_000, fileSize }
const segmentsMaximum = 6
const indexMaximum = 1000
const forbiddenSegments = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A multipart body becomes the object that JSON would have been: `items[0][price]` is a path, a file is `{ filename,
 * mimetype, data }`. From here on the two encodings are indistinguishable.
 */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: always })
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.isMultipart()) return done()
    const { call } = request.routeOptions.config
    if (!call) return done(new Refusal('unsupported_media_type'))
    const limits = limitsOf(call)
    // An announced length above the limit is refused at once. A missing or wrong length is cut off once more has arrived.
    if (Number(request.headers['content-length']) > limits.bytes) return done(new Refusal('body_too_large'))
    Promise.race([readParts(request, limits), pastLimit(request, limits)]).then((body) => {
      request.body = body
      done()
    }, done)
  })
}

function pastLimit({ raw }: FastifyRequest, { bytes }: BodyLimits): Promise<never> {
  let received = 0
  return new Promise((_, reject) => {
    raw.on('data', function count(chunk: Buffer) {
      received += chunk.length
      if (received <= bytes) return
      raw.off('data', count)
      raw.unpipe()
      reject(new Refusal('body_too_large'))
    })
  })
}

async function readParts(request: FastifyRequest, { fields, files, fileBytes }: BodyLimits): Promise<unknown> {
  const body: Container = Object.create(null)
  const limits = { ...always, fileSize: fileBytes, fields, files: files + 1, parts: fields + files + 1 }
  for await (const part of request.parts({ limits })) {
    // The parser cut it off: the rest is not the value that was sent.
    if (part.type === 'field' && (part.valueTruncated || part.fieldnameTruncated)) throw new Refusal('body_too_large')
    const value =
      part.type === 'file'
        ? { filename: part.filename, mimetype: part.mimetype, data: await part.toBuffer() }
        : part.value
    const isEmptyFile = part.type === 'file' && part.filename === '' && (value as { data: Buffer }).data.length === 0
    if (!isEmptyFile) setPath(body, part.fieldname, value)
  }
  return compact(body)
}

type Container = Record<string, unknown>

function setPath(body: Container, name: string, value: unknown): void {
  const path = name.replaceAll(']', '').split('[')
  if (path.length > segmentsMaximum || path.some((segment) => forbiddenSegments.has(segment)))
    throw new Refusal('malformed_body')
  let target = body
  for (const [position, segment] of path.entries()) {
    const last = position === path.length - 1
    const key = segment === '' ? String(Object.keys(target).length) : segment
    if (/^\d+$/.test(key) && position > 0 && Number(key) > indexMaximum) throw new Refusal('malformed_body')
    if (last && key in target) throw new Refusal('malformed_body')
    if (last) {
      target[key] = value
      return
    }
    const next = target[key] ?? Object.create(null)
    if (typeof next !== 'object' || Buffer.isBuffer((next as { data?: unknown }).data))
      throw new Refusal('malformed_body')
    target[key] = next
    target = next as Container
  }
}

/** Containers whose keys are all numbers are lists, in the order of the numbers; holes close. */
function compact(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer((value as { data?: unknown }).data)) return value
  const entries = Object.entries(value)
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => compact(item))
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, compact(item)]))
}
