import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#contract/access/auth.ts'
import { ApiError } from './ApiError.ts'
import { reactions, request } from './client.ts'
import { adoptStoredToken, dropToken, isRemembered, keepToken, readToken } from './token.ts'
import { unsaved } from './unsaved.ts'

/**
 * `ended`: the server no longer knows the session, but unsaved input is still on the page. `switched`: another tab took the session to
 * another organization.
 */
type Session = { phase: 'unknown' | 'in' | 'out' | 'ended' | 'switched'; user: SessionUser | null }
type SignedIn = { token: string; user: SessionUser }

let session: Session = { phase: 'unknown', user: null }
const listeners = new Set<() => void>()
let waiting: PromiseWithResolvers<boolean> | null = null

export const readSession = (): Session => session
export const useSession = (): Session => useSyncExternalStore(subscribeSession, readSession)
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The user of a protected page. The route guards ensure that there is one. */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('a protected page was drawn without a user')
  return user
}

/** The signed-in user, requested from the server once after a reload. */
export async function restoreSession(): Promise<Session> {
  if (session.phase !== 'unknown') return session
  if (!readToken()) change({ phase: 'out', user: null })
  else await ask()
  return session
}

/** Loaded with the pages after the sign-in, which alone need it. */
const seen = () => import('./seen/lastSeen.ts')
type Seen = Awaited<ReturnType<typeof seen>>
let turn: Promise<unknown> = Promise.resolve()
/** One after the other: a new session is stored after the previous one was removed. A device that stores nothing works as well. */
const inTurn = (work: (seen: Seen) => Promise<void>): void => {
  turn = turn
    .then(seen)
    .then(work)
    .catch(() => {})
}
const seenUser = 'session'

const askUser = async (): Promise<SessionUser> =>
  (await request<{ data: SessionUser }>({ method: 'GET', path: '/auth/session' })).data

async function ask(): Promise<void> {
  try {
    change({ phase: 'in', user: await askUser() })
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return continueSeen(error)
    // Only a refusal signs out. A server that is temporarily unavailable does not.
    const isOver = error instanceof ApiError && (error.status === 401 || error.code === 'organization_switched')
    if (!isOver) throw error
    signOut('session_ended')
  }
}

/** Without a connection the session goes on as it was seen last, to read what was seen; it is asked for once there is one. */
async function continueSeen(error: ApiError): Promise<void> {
  const user = (await (await seen()).lastSeen<SessionUser>(seenUser))?.value
  if (!user) throw error
  change({ phase: 'in', user })
  window.addEventListener('online', () => void ask().catch(() => {}), { once: true })
}

/** Continues the session in another organization. Other tabs are notified. */
export async function switchOrganization(organization_id: number): Promise<void> {
  const endpoint = { method: 'POST', path: '/account/switch' } as const
  const { data } = await request<{ data: SignedIn }>(endpoint, { body: { organization_id } })
  continueIn(data)
}

/** The session that a call answered in place of this one: of another organization. */
export function continueIn(signedIn: SignedIn): void {
  const former = readToken()
  signInAgain(signedIn)
  tabs?.postMessage(former)
}

/** From `switched` back to the organization of the page, by the token that the other tab stored. Waiting calls are repeated. */
export async function returnToOrganization(): Promise<void> {
  const { user } = session
  adoptStoredToken()
  if (user) await switchOrganization(user.organization.id)
}

// In a browser without channels the next call of the tab is refused.
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('mizan-organization')
tabs?.addEventListener('message', ({ data }) => {
  if (session.phase === 'in' && data === readToken()) change({ ...session, phase: 'switched' })
})

export function signIn({ token, user }: SignedIn, remember: boolean): void {
  keepToken(token, remember)
  inTurn((m) => m.forgetSeen())
  reason = null
  const sameUser = session.user?.id === user.id
  change({ phase: 'in', user })
  waiting?.resolve(sameUser)
  waiting = null
}

/** Like `signIn`, in the dialog over a page: the token stays in the storage it was in. */
export const signInAgain = (signedIn: SignedIn): void => signIn(signedIn, isRemembered())

/** Why the sign-in page is shown; it says so once. */
export type SignOutReason = 'session_ended' | 'link_refused'
let reason: SignOutReason | null = null
export const readSignOutReason = (): SignOutReason | null => reason
export const setSignOutReason = (next: SignOutReason | null): void => {
  reason = next
}

export function signOut(why: SignOutReason | null = null): void {
  dropToken()
  inTurn((m) => m.forgetSeen())
  reason = why
  change({ phase: 'out', user: null })
  waiting?.resolve(false)
  waiting = null
}

export function changeUser(patch: Partial<SessionUser>): void {
  if (session.user) change({ ...session, user: { ...session.user, ...patch } })
}

/** Called after a write that changes the session: a name, the settings of the organization. */
export function refreshUser(): void {
  askUser()
    .then(changeUser)
    .catch(() => {
      // The write is done; the next reload shows it.
    })
}

function change(next: Session): void {
  session = next
  if (next.phase === 'in') inTurn((m) => m.keepSeen(seenUser, next.user))
  for (const listener of listeners) listener()
}

reactions.unauthorized = async () => {
  if (session.phase !== 'in' && session.phase !== 'ended') return false
  if (!unsaved.any()) {
    signOut('session_ended')
    return false
  }
  waiting ??= Promise.withResolvers<boolean>()
  if (session.phase === 'in') change({ ...session, phase: 'ended' })
  return waiting.promise
}

reactions.switched = async () => {
  if (session.phase !== 'in' && session.phase !== 'switched') return false
  waiting ??= Promise.withResolvers<boolean>()
  if (session.phase === 'in') change({ ...session, phase: 'switched' })
  return waiting.promise
}

reactions.forbidden = () => {
  request<{ data: string[] }>({ method: 'GET', path: '/users/permissions' })
    .then(({ data }) => changeUser({ authority: data }))
    .catch(() => {
      // The refusal itself is shown where it happened. The old permissions stay until the next reload.
    })
}
