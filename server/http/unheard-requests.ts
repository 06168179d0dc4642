import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, type Words } from '#server/core/locale.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendRefusal } from './errors.ts'

/** Failures before routing get the same error format as all others, not the framework's. */
export const frameworkErrors =
  (words: Words) =>
  (error: { statusCode?: number | undefined }, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = new Refusal(error.statusCode === 414 ? 'not_found' : 'malformed_address')
    sendRefusal(reply, refusal, words, languageOf(request.headers['accept-language']), 'common')
  }

const codes: Record<string, 'headers_too_large' | 'request_timeout'> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** An unreadable request has no language: it is answered in both. */
export const clientErrors = (words: Words) => (error: Error & { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = new Refusal(codes[error.code ?? ''] ?? 'malformed_request')
  const key = [`refusals:${refusal.code}`]
  const body = JSON.stringify({
    code: refusal.code,
    message: `${words.say('ar', key)} · ${words.say('en', key)}`,
    errors: {},
  })
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Refusal: ${refusal.code}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
