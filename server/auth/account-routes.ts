import type { FastifyInstance } from 'fastify'
import { ownAccountCalls as calls, passkeySignInCalls } from '#contract/access/account.ts'
import type { Context } from '#server/core/context.ts'
import { mount, mountPublic } from '#server/http/pipeline.ts'
import {
  changePassword,
  confirmIdentity,
  disableTotp,
  enableTotp,
  endOtherSessions,
  endSession,
  newRecoveryCodes,
  ownSessions,
  showSecurity,
  startTotp,
} from './account.ts'
import { addPasskey, removePasskey, signInByPasskey, startPasskey, startPasskeySignIn } from './passkeys.ts'
import { visitorOf } from './sessions.ts'

/** Calls of a signed-in person for their own account. */
export function accountRoutes(app: FastifyInstance): void {
  mount(app, calls.security, async (context) => ({ data: await showSecurity(context) }))
  mount(app, calls.sessions, async (context) => ({ data: await ownSessions(context) }))
  mount(app, calls.endSession, async (context, { params }) => {
    await endSession(context, params.id)
    return { data: await ownSessions(context), message: 'updated' }
  })
  mount(app, calls.endOthers, async (context) => {
    await endOtherSessions(context)
    return { data: await ownSessions(context), message: 'updated' }
  })
  mount(app, calls.confirm, async (context, { body }) => {
    await confirmIdentity(context, body)
    return shown({ ...context, session: { ...context.session, is_confirmed: true } })
  })
  mount(app, calls.changePassword, async (context, { body }) => {
    await changePassword(context, body)
    return shown(context)
  })
  mount(app, calls.startTotp, (context) => startTotp(context))
  mount(app, calls.enableTotp, (context, { body }) => enableTotp(context, body.otp))
  mount(app, calls.disableTotp, async (context) => {
    await disableTotp(context)
    return shown(context)
  })
  mount(app, calls.renewRecoveryCodes, (context) => newRecoveryCodes(context))
  passkeyRoutes(app)
}

function passkeyRoutes(app: FastifyInstance): void {
  mount(app, calls.startPasskey, (context) => startPasskey(context))
  mount(app, calls.addPasskey, async (context, { body }) => {
    await addPasskey(context, body.name, body.response)
    return shown(context)
  })
  mount(app, calls.removePasskey, async (context, { params }) => {
    await removePasskey(context, params.id)
    return shown(context)
  })
  mountPublic(app, passkeySignInCalls.start, (services) => startPasskeySignIn(services))
  mountPublic(app, passkeySignInCalls.signIn, (services, { body }, request) =>
    signInByPasskey(services, body, visitorOf(request)),
  )
}

const shown = async (context: Context) => ({ data: await showSecurity(context), message: 'updated' })
