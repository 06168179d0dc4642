/** A caller over HTTP, as a browser is one: keeps its connection, signs in, sends a key with each write. */
export type Client = {
  get(path: string): Promise<Reply>
  post(path: string, body: object): Promise<Reply>
}
export type Reply = { data: never; meta?: { total: number } } & Record<string, unknown>

export async function signIn(address: string, signer: { email: string; password: string }): Promise<Client> {
  const { data } = await send(address, '/auth/login', 'POST', {}, { ...signer, remember: true })
  const { token } = data as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  return {
    get: (path) => send(address, path, 'GET', headers),
    post: (path, body) => send(address, path, 'POST', { ...headers, 'idempotency-key': crypto.randomUUID() }, body),
  }
}

async function send(address: string, path: string, method: string, headers: object, body?: object): Promise<Reply> {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}
