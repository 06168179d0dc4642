import { currentLanguage } from '../i18n/i18n.ts'
import { isolateBidi } from '../i18n/isolateBidi.ts'
import { ApiError } from './ApiError.ts'
import { type Body, formDataOf } from './formDataOf.ts'
import { readToken } from './token.ts'

export type Endpoint = { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: string }
export type RequestOptions = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: Body
  signal?: AbortSignal
  /** An idempotency key: a repeated create is the same create. */
  idempotencyKey?: string
}

const timeoutMs = 60_000

/**
 * What the application does when a session has ended or a permission is missing. The session sets these handlers,
 * because the client must not know screens. `unauthorized` answers true if the user signed in again and the call may be
 * repeated.
 */
export const reactions = {
  unauthorized: async (): Promise<boolean> => false,
  forbidden: (): void => {},
  /** The call needs a person who proved shortly before who they are; true if that was done and the call may be repeated. */
  unconfirmed: async (): Promise<boolean> => false,
  /** Another tab of this session works in another organization; true if the person came back, and the call may be repeated. */
  switched: async (): Promise<boolean> => false,
  /** The organization asks for a second factor first. */
  secondFactorMissing: (): void => {},
}

/** One call to the server. Answers the body; throws an `ApiError` with the server's words. */
export async function request<Answer>(endpoint: Endpoint, options: RequestOptions = {}): Promise<Answer> {
  return answerOf<Answer>((await takeEarly(endpoint, options)) ?? (await ask(endpoint, options)))
}

/** Answers asked for while the code of their page was on its way, by address and language. */
const early = new Map<string, { asked: number; response: Promise<Response> }>()
/** Within it a page has its code, or asks again. */
const freshMs = 10_000
const earlyKey = (url: string) => `${currentLanguage()} ${url}`

/** Asks for what a page will read first. The first read of the address takes the answer; a write in between discards it. */
export function readAhead(path: string): void {
  const endpoint = { method: 'GET', path } as const
  const response = ask(endpoint, {})
  // A failure is met by the page, which then asks itself.
  response.catch(() => {})
  early.set(earlyKey(urlOf(endpoint, {})), { asked: Date.now(), response })
}

async function takeEarly(endpoint: Endpoint, options: RequestOptions): Promise<Response | null> {
  if (endpoint.method !== 'GET') early.clear()
  const key = earlyKey(urlOf(endpoint, options))
  const found = early.get(key)
  if (!found) return null
  early.delete(key)
  return Date.now() - found.asked < freshMs ? found.response.catch(() => null) : null
}

/** A file made by the server: its bytes and its name. Throws an `ApiError` like every call. */
export async function download(
  endpoint: Endpoint,
  options: RequestOptions = {},
): Promise<{ file: Blob; name: string }> {
  const response = await ask(endpoint, options)
  if (!response.ok) await answerOf(response)
  return { file: await response.blob(), name: fileNameOf(response.headers.get('content-disposition') ?? '') }
}

/** The full name, or the one in plain letters. */
function fileNameOf(disposition: string): string {
  const full = /filename\*=UTF-8''([^;\s]+)/.exec(disposition)?.[1]
  if (full) return decodeURIComponent(full)
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'export'
}

/** Detects, for every kind of request, that the session ended or a permission is missing. */
async function ask(endpoint: Endpoint, options: RequestOptions): Promise<Response> {
  const token = readToken()
  const response = await send(endpoint, options, token)
  if (response.status === 401 && token && (await reactions.unauthorized())) return send(endpoint, options, readToken())
  const refusal = response.headers.get('refusal')
  if (refusal === 'organization_switched' && (await reactions.switched())) return send(endpoint, options, readToken())
  if (response.status !== 403) return response
  if (refusal === 'confirm_identity' && (await reactions.unconfirmed())) return send(endpoint, options, readToken())
  if (refusal === 'second_factor_missing') reactions.secondFactorMissing()
  else if (refusal !== 'confirm_identity') reactions.forbidden()
  return response
}

async function send(endpoint: Endpoint, options: RequestOptions, token: string | null): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(urlOf(endpoint, options), {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        'Accept-Language': currentLanguage(),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
      },
      body: options.body && formDataOf(options.body),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
  } catch (error) {
    // A caller that aborted the request wants the abort, not a message about the network.
    if (options.signal?.aborted) throw error
    throw new ApiError(0, '')
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  const body = parse(text)
  if (response.ok) return body as Answer
  const { message, errors } = body as { message?: string; errors?: Record<string, string> }
  const fields = Object.entries(errors ?? {}).map(([field, said]) => [field, isolateBidi(said)])
  const code = response.headers.get('refusal') ?? ''
  throw new ApiError(response.status, isolateBidi(message ?? ''), Object.fromEntries(fields), code)
}

// A proxy in front of us may answer with a page instead of JSON.
function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}

function urlOf({ path }: Endpoint, { params = {}, query = {} }: RequestOptions): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
}
