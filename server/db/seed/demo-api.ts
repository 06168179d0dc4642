import type { FastifyInstance } from 'fastify'

type Row = { id: number } & Record<string, unknown>
type Form = { fields: Record<string, string>; file: { field: string; name: string; content: string } }
export type Api = {
  signIn(): Promise<void>
  organizationId(): number
  /** A call that answers a session in another organization: the following calls are of that one. */
  enter(path: string, body: object): Promise<void>
  post(path: string, body: object): Promise<Row>
  upload(path: string, form: Form): Promise<Row>
  /** One record of any kind. */
  get<Answer>(path: string): Promise<Answer>
  list<Answer = Row[]>(path: string): Promise<Answer>
  remove(path: string): Promise<void>
}

/** The demonstration's way in: the same calls the browser makes, as the owner it registers. */
export async function apiOf(
  app: FastifyInstance,
  owner: { email: string; password: string },
  isNew = true,
): Promise<Api> {
  let token = ''
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const headers = { 'accept-language': 'ar', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await app.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) })
    if (reply.statusCode !== 200)
      throw new Error(`the demonstration: ${method} ${path} answered ${reply.statusCode} ${reply.body}`)
    return reply.json().data
  }
  const upload = async (path: string, { fields, file }: Form) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set(file.field, new Blob([file.content]), file.name)
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '', authorization: `Bearer ${token}` }
    const payload = Buffer.from(await sent.arrayBuffer())
    const reply = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
    if (reply.statusCode !== 200)
      throw new Error(`the demonstration: POST ${path} answered ${reply.statusCode} ${reply.body}`)
    return reply.json().data
  }
  const registration = { name: 'سلمان الناصر', mobile: '0551230000', confirmPassword: owner.password, ...owner }
  if (isNew) token = (await ask('POST', '/auth/register', registration)).token
  return {
    async signIn() {
      token = (await ask('POST', '/auth/login', { ...owner, remember: true })).token
      // Its owner may have joined or made further organizations since: the demonstration is the oldest.
      const ids = (await ask('GET', '/account/organizations')).map(({ id }: Row) => id)
      const oldest = Math.min(...ids)
      if (!token.startsWith(`${oldest}.`))
        token = (await ask('POST', '/account/switch', { organization_id: oldest })).token
    },
    async enter(path, body) {
      token = (await ask('POST', path, body)).token
    },
    organizationId: () => Number(token.split('.')[0]),
    post: (path, body) => ask('POST', path, body),
    upload,
    get: (path) => ask('GET', path),
    list: (path) => ask('GET', path),
    remove: (path) => ask('DELETE', path),
  }
}
