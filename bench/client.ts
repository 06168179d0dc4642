import { Agent, request } from 'node:http'

/** A caller over HTTP, as a browser is one: keeps its connection, signs in, sends a key with each write. */
export type Client = {
  get(path: string): Promise<Reply>
  post(path: string, body: object): Promise<Reply>
}
export type Reply = { data: never; meta?: { total: number } } & Record<string, unknown>

export async function signIn(address: string, signer: { email: string; password: string }): Promise<Client> {
  const token = await tokenOf(address, signer)
  const headers = { authorization: `Bearer ${token}` }
  const url = (path: string) => `${address}/api${path}`
  return {
    get: async (path) => JSON.parse(await send(url(path), 'GET', headers)),
    post: async (path, body) =>
      JSON.parse(await send(url(path), 'POST', { ...headers, 'idempotency-key': crypto.randomUUID() }, body)),
  }
}

export async function tokenOf(address: string, signer: { email: string; password: string }): Promise<string> {
  const login = await send(`${address}/api/auth/login`, 'POST', {}, { ...signer, remember: true })
  return JSON.parse(login).data.token
}

const connections = new Agent({ keepAlive: true })

/**
 * The text of an answer. Node's plain client and not `fetch`: the callers share two cores with what they measure, and
 * `fetch` took a millisecond of them for each call.
 */
export function send(url: string, method: 'GET' | 'POST', headers: object = {}, body?: object): Promise<string> {
  const sent = body ? JSON.stringify(body) : undefined
  const type = sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent: connections, headers: { ...headers, ...type } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text}`))
      })
    })
    asked.on('error', reject)
    asked.end(sent)
  })
}
