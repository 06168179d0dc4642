import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PlatformEnvironment, platformEnvironments } from '#server/e-document/environment.ts'
import { platformAddresses } from '#server/e-document/platform-client.ts'
import { controlCall } from './control.ts'
import { complianceCsid, productionCsid, renewal } from './csid-calls.ts'
import { documentCall } from './document-calls.ts'
import { type CallName, type FaultName, takeFault } from './faults.ts'
import { brokenDown, type PlatformAnswer, unauthorised } from './messages.ts'
import { loadSchema } from './schema-check.ts'
import { type Csid, createWorld, type World } from './world.ts'

export type RunningPlatform = {
  /** The address of the stand-in for one environment, instead of the authority's. */
  addressOf(environment: PlatformEnvironment): string
  stop(): Promise<void>
}

const body_max = 10 * 1024 * 1024

/**
 * The stand-in of the authority's platform: the published calls of each environment, with real checks and a memory
 * store. `<address>/control/…` creates one-time passwords and simulates faults.
 */
export async function startPlatform({
  port = 0,
  host = '127.0.0.1',
  now = () => new Date(),
} = {}): Promise<RunningPlatform> {
  const schema = await loadSchema()
  const worlds = new Map(
    platformEnvironments.map((environment) => [baseOf(environment), createWorld(environment, schema, now)]),
  )
  const server = createServer((request, response) => {
    serve(worlds, request, response).catch(() => {
      if (!response.headersSent) write(response, brokenDown)
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    addressOf: (environment) => `http://${host}:${own}${baseOf(environment)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const baseOf = (environment: PlatformEnvironment): string => new URL(platformAddresses[environment]).pathname

async function serve(worlds: Map<string, World>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://stand-in').pathname
  const [base, world] = [...worlds].find(([one]) => path.startsWith(`${one}/`)) ?? []
  if (base === undefined || !world) return write(response, { status: 404, body: { message: 'Not found' } })
  const { text, isTooLarge } = await bodyOf(request)
  if (isTooLarge) return write(response, { status: 413, body: { message: 'Too large' } })
  const rest = path.slice(base.length)
  const method = request.method ?? 'GET'
  if (rest.startsWith('/control/')) {
    const answer = controlCall(world, method, rest.slice('/control'.length), jsonOf(text) ?? {})
    return write(response, answer ?? { status: 404, body: { message: 'Not found' } })
  }
  const call = callNames[`${method} ${rest}`]
  if (!call) return write(response, { status: 404, body: { message: 'Not found' } })
  const fault = takeFault(world.faults, call)
  if (fault === 'timeout') return
  if (fault === 'dropped') {
    response.destroy()
    return
  }
  const answer = statusOf(fault) ?? answerTo(world, call, request, text, fault)
  if (fault === 'lost_answer') response.destroy()
  else write(response, answer)
}

const callNames: Record<string, CallName> = {
  'POST /compliance': 'compliance',
  'POST /compliance/invoices': 'compliance_invoices',
  'POST /production/csids': 'production',
  'PATCH /production/csids': 'renewal',
  'POST /invoices/reporting/single': 'reporting',
  'POST /invoices/clearance/single': 'clearance',
}

function statusOf(fault: FaultName | null): PlatformAnswer | null {
  if (fault === 'no_verdict') return { status: 200, body: { status: 'ok', message: 'maintenance' } }
  const status = Number(/^status_(\d+)$/.exec(fault ?? '')?.[1])
  if (!status) return null
  if (status === 401) return unauthorised
  return status === 500 ? brokenDown : { status, body: { message: `Status ${status} on demand` } }
}

function answerTo(
  world: World,
  call: CallName,
  request: IncomingMessage,
  text: string,
  fault: FaultName | null,
): PlatformAnswer {
  if (request.headers['accept-version'] !== 'V2')
    return { status: 406, body: 'This Version is not supported or not provided in the header.' }
  const body = jsonOf(text)
  if (!body) return { status: 400, body: { code: 'Invalid-Request', message: 'System failed to process your request' } }
  const otp = request.headers.otp as string | undefined
  if (call === 'compliance') return complianceCsid(world, { otp, body })
  const csid = authenticated(world, request.headers.authorization)
  if (!csid) return unauthorised
  if (call === 'production') return productionCsid(world, csid, { otp, body })
  if (call === 'renewal') return renewal(world, csid, { otp, body })
  const status = request.headers['clearance-status']
  if (call !== 'compliance_invoices' && status !== (call === 'clearance' ? '1' : '0'))
    return { status: 400, body: { code: 'Missing-Clearance-Status', message: 'Clearance-Status is a required header' } }
  return documentCall(world, csid, { call, body, fault })
}

function authenticated(world: World, header: string | undefined): Csid | null {
  const [token = '', secret] = Buffer.from(header?.replace(/^Basic /, '') ?? '', 'base64')
    .toString('utf8')
    .split(':')
  const csid = world.csids.get(token)
  if (!csid || csid.secret !== secret || csid.isRevoked || csid.valid_to <= world.now()) return null
  return csid
}

async function bodyOf(request: IncomingMessage): Promise<{ text: string; isTooLarge: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= body_max) parts.push(part)
  }
  return { text: Buffer.concat(parts).toString('utf8'), isTooLarge: size > body_max }
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    // A body that is not JSON gets its own answer.
    return null
  }
}

function write(response: ServerResponse, { status, body }: PlatformAnswer): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'Content-Type': isText ? 'text/plain' : 'application/json' })
  response.end(body === null ? undefined : isText ? body : JSON.stringify(body))
}
