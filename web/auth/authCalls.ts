import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { authCalls as contract, EndedWays, SessionUser } from '#contract/access/auth.ts'
import type { invitationLinkCalls as links, ShownInvitation } from '#contract/access/memberships.ts'
import { type Endpoint, request } from '../api/client.ts'

export type SignedIn = { token: string; user: SessionUser }
type Path<Name extends keyof typeof contract> = (typeof contract)[Name]['path']
// The contract's paths, checked as types: importing its values would bring the schema library onto the sign-in page.
const post = (path: Path<'login' | 'register' | 'forgotPassword' | 'checkResetToken' | 'resetPassword'>): Endpoint => ({
  method: 'POST',
  path,
})
const signedIn = async (endpoint: Endpoint, body: Record<string, string | boolean>) =>
  (await request<{ data: SignedIn }>(endpoint, { body })).data

export const logIn = (body: { email: string; password: string; remember: boolean; otp?: string }) =>
  signedIn(post('/auth/login'), body)
/** The browser's question, answered by the lock of the device. */
export async function logInByPasskey(remember: boolean): Promise<SignedIn> {
  const [{ startAuthentication }, asked] = await Promise.all([
    import('@simplewebauthn/browser'),
    request<{ data: PublicKeyCredentialRequestOptionsJSON }>({
      method: 'POST',
      path: '/auth/passkey/start',
    }),
  ])
  const response = await startAuthentication({ optionsJSON: asked.data })
  const answer = await request<{ data: SignedIn }>(
    { method: 'POST', path: '/auth/passkey/login' },
    { body: { response: JSON.stringify(response), remember } },
  )
  return answer.data
}
export const register = (body: Record<string, string>) => signedIn(post('/auth/register'), body)
type LinkPath = (typeof links)['show' | 'join' | 'register' | 'accept']['path']
const postLink = (path: LinkPath): Endpoint => ({ method: 'POST', path })
export const showInvitation = async (token: string) =>
  (await request<{ data: ShownInvitation }>(postLink('/auth/invitation'), { body: { token } })).data
export const joinByPassword = (body: { token: string; password: string; otp?: string }) =>
  signedIn(postLink('/auth/invitation/join'), body)
export const registerByInvitation = (body: Record<string, string>) =>
  signedIn(postLink('/auth/invitation/register'), body)
export const joinSignedIn = (token: string) => signedIn(postLink('/account/join'), { token })
export const sendResetLink = (email: string) =>
  request<{ message?: string }>(post('/auth/forgot-password'), { body: { email } })
export const checkResetToken = (body: { email: string; token: string }) =>
  request(post('/auth/check-reset-password-token'), { body })
export const resetPassword = (body: Record<string, string>) =>
  request<{ message?: string; data: EndedWays }>(post('/auth/reset-password'), { body })
