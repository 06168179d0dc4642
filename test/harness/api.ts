import { tmpdir } from 'node:os'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Clock } from '#server/core/clock.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import type { Mail, Message } from '#server/mail/mail.ts'
import { createTestDatabase } from './database.ts'

export type Reply = { status: number; body: ReplyBody; headers: Record<string, unknown> }
// biome-ignore lint/suspicious/noExplicitAny: tests read what the wire brought, of every shape
export type ReplyBody = any
export type Ask = {
  body?: unknown
  headers?: Record<string, string>
  payload?: Buffer | string
  language?: 'ar' | 'en'
}
export type Client = {
  token: string | null
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, ask?: Ask): Promise<Reply>
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  remove(path: string): Promise<Reply>
}
export type TestApp = {
  app: FastifyInstance
  outbox: Message[]
  roles: Awaited<ReturnType<typeof createTestDatabase>>
  visitor(token?: string | null): Client
}

/** Applications of the file that runs; its connections go when it ends. */
export const madeApps: FastifyInstance[] = []

/**
 * The real application on its own database; mail is collected in a list, everything else is as in production. `reach`
 * may put a proxy before the database.
 */
export async function createTestApp(
  clock?: Clock,
  reach: (database: ConnectionSettings) => Promise<ConnectionSettings> = async (database) => database,
  environment: Record<string, string> = {},
): Promise<TestApp> {
  const roles = await createTestDatabase()
  const outbox: Message[] = []
  const mail: Mail = {
    send: async (message) => {
      outbox.push(message)
      return { refused: [] }
    },
  }
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: tmpdir(),
    PUBLIC_URL: 'https://mizan.example',
    ...environment,
  })
  // With a mail server of the test, mail is sent there.
  const app = await createApp({
    config,
    database: await reach(roles.app),
    ...(!environment.SMTP_URL && { mail }),
    ...(clock && { clock }),
  })
  await app.ready()
  madeApps.push(app)
  return { app, outbox, roles, visitor: (token = null) => clientOf(app, token) }
}

function clientOf(app: FastifyInstance, token: string | null): Client {
  const ask: Client['ask'] = async (method, path, { body, headers = {}, payload, language = 'en' } = {}) => {
    const options: InjectOptions = {
      method,
      url: path.startsWith('/api/') ? path : `/api${path}`,
      headers: { 'accept-language': language, ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(payload !== undefined ? { payload } : body !== undefined && { payload: body as object }),
    }
    const response = await app.inject(options)
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers }
  }
  return {
    token,
    ask,
    get: (path) => ask('GET', path),
    post: (path, body = {}, headers) => ask('POST', path, { body, ...(headers && { headers }) }),
    remove: (path) => ask('DELETE', path),
  }
}
