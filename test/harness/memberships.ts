import type { Client, Reply, TestApp } from './api.ts'
import { createOrganization, expectOk, type Organization, password } from './organization.ts'

/** The organization in the token of a client. */
export const numberOf = (owner: Client) => Number(owner.token?.split('.')[0])
export const refusalOf = (reply: Reply) => reply.headers.refusal

export async function roleOf(owner: Client, permissions: string[]): Promise<number> {
  const body = { name: `role ${crypto.randomUUID()}`, permissions }
  return expectOk(await owner.post('/roles', body)).body.data.id
}
/** The token in the link of an invitation. */
export const tokenIn = (reply: Reply) => new URL(expectOk(reply).body.data.link).searchParams.get('token') as string
export const invite = async (owner: Client, email: string, role_id: number): Promise<string> =>
  tokenIn(await owner.post('/invitations', { email, role_id }))

export const switchTo = (client: Client, owner: Client) =>
  client.post('/account/switch', { organization_id: numberOf(owner) })

export const memberIn = async (owner: Client, email: string) =>
  (await owner.get('/users?per_page=100')).body.data.find((row: { email: string }) => row.email === email)

export const membersOf = (app: TestApp) => {
  const signedIn = (reply: Reply): Client => app.visitor(expectOk(reply).body.data.token)
  const login = (email: string, secret = password, more: object = {}) =>
    app.visitor().post('/auth/login', { email, password: secret, ...more })
  /** An owner of one organization who is a member of `owner`'s as well, and works there. */
  async function memberOfTwo(owner: Client, role_id: number): Promise<{ home: Organization; there: Client }> {
    const home = await createOrganization(app)
    const token = await invite(owner, home.email, role_id)
    return { home, there: signedIn(await home.post('/account/join', { token })) }
  }
  return { signedIn, login, memberOfTwo }
}
