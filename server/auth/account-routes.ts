import type { FastifyInstance } from 'fastify'
import { ownAccountCalls as calls, passkeySignInCalls } from '#contract/access/account.ts'
import type { Call } from '#contract/kit/resource.ts'
import type { Context, Session } from '#server/core/context.ts'
import { mount, mountPersonal, mountPrepared, mountPublic, type Rule } from '#server/http/pipeline.ts'
import {
  changeEmail,
  changePassword,
  confirmIdentity,
  disableTotp,
  enableTotp,
  newRecoveryCodes,
  showSecurity,
  startTotp,
} from './account.ts'
import { type Membership, membershipsOf } from './memberships.ts'
import { endSession, endSessionsOf, ownSessions, requireOwnSession } from './own-sessions.ts'
import { addPasskey, removePasskey, signInByPasskey, startPasskey, startPasskeySignIn } from './passkeys.ts'
import { endKeysOf } from './proof/end-other-ways.ts'
import { mailOwnProof, proveAddress, writeAddressElsewhere } from './proof/proved-address.ts'
import { requireGivenFactor } from './require-given-factor.ts'
import { markFactor, visitorOf } from './sessions.ts'
import { switchOrganization } from './switch-organization.ts'

/** Calls of a signed-in person for their own account. */
export function accountRoutes(app: FastifyInstance): void {
  mount(app, calls.security, async (context) => ({ data: await showSecurity(context) }))
  mount(app, calls.confirm, async (context, { body }) => {
    const finish = await confirmIdentity(context, body)
    const answer = await shown({ ...context, session: { ...context.session, is_confirmed: true } })
    return { ...answer, after: () => finish().then(() => answer.data) }
  })
  mount(app, calls.changePassword, async (context, { body }) => {
    await changePassword(context, body)
    const answer = await shown(context)
    const after = async () => {
      await endSessionsElsewhere(context)
      if (body.end_keys) await endKeysOf(context.services, context.session.account, null)
      return answer.data
    }
    return { ...answer, after }
  })
  mount(app, calls.changeEmail, async (context, { body }) => {
    await changeEmail(context, body.email)
    const answer = await shown(context)
    return {
      ...answer,
      after: () =>
        writeAddressElsewhere(context.services, context.session.account, {
          email: body.email,
          email_proved_at: null,
        }).then(() => answer.data),
    }
  })
  mount(app, calls.mailProof, async (context) => {
    await mailOwnProof(context)
    return shown(context)
  })
  mount(app, calls.proveEmail, async (context, { body }) => {
    await proveAddress(context, body.token)
    const answer = await shown(context)
    const email_proved_at = context.services.clock.now()
    const write = () => writeAddressElsewhere(context.services, context.session.account, { email_proved_at })
    return { ...answer, after: () => write().then(() => answer.data) }
  })
  mountFactor(app, calls.startTotp, (context) => startTotp(context))
  mountFactor(app, calls.enableTotp, async (context, { body }) => {
    const answer = await enableTotp(context, body.otp)
    return { ...answer, after: () => markFactor(context.services, context.session).then(answer.after) }
  })
  mountFactor(app, calls.disableTotp, async (context) => {
    await disableTotp(context)
    return shown(context)
  })
  mountFactor(app, calls.renewRecoveryCodes, (context) => newRecoveryCodes(context))
  passkeyRoutes(app)
  sessionRoutes(app)
}

/** Changes a second factor. */
const mountFactor = <const C extends Call>(app: FastifyInstance, call: C, rule: Rule<C>) =>
  mount(app, call, async (context, ask) => {
    await requireGivenFactor(context)
    return rule(context, ask)
  })

/** Sessions are of several organizations. Each is looked into by itself, after the transaction of the call. */
function sessionRoutes(app: FastifyInstance): void {
  mountPersonal(app, calls.sessions, async (services, session) => ({ data: await ownSessions(services, session) }))
  mountPrepared(
    app,
    calls.endSession,
    // Refused before the log says that it was done.
    ({ services, session }, { params }) => requireOwnSession(services, session, params.id),
    async ({ services, session }, _ask, own) => ({
      data: [],
      message: 'updated',
      after: () => endSession(services, own).then(() => ownSessions(services, session)),
    }),
  )
  mount(app, calls.endOthers, async (context) => ({
    data: [],
    message: 'updated',
    after: () => endSessionsElsewhere(context).then(() => ownSessions(context.services, context.session)),
  }))
  mountPersonal(app, calls.organizations, async ({ pool }, session) => ({
    data: (await membershipsOf(pool, session.account)).map((one) => shownMembership(session, one)),
  }))
  mountPersonal(app, calls.switchOrganization, (services, session, { body }, request) =>
    switchOrganization(services, session, body.organization_id, visitorOf(request)),
  )
}

const endSessionsElsewhere = ({ services, session }: Context) =>
  endSessionsOf(services, session.account, session.token_hash)

const shownMembership = (session: Session, { organization_id: id, user_id: _, ...facts }: Membership) => ({
  id,
  ...facts,
  is_current: id === session.membership.organization_id,
})

function passkeyRoutes(app: FastifyInstance): void {
  mountFactor(app, calls.startPasskey, (context) => startPasskey(context))
  mountFactor(app, calls.addPasskey, async (context, { body }) => {
    await addPasskey(context, body.name, body.response)
    const answer = await shown(context)
    return { ...answer, after: () => markFactor(context.services, context.session).then(() => answer.data) }
  })
  mountFactor(app, calls.removePasskey, async (context, { params }) => {
    await removePasskey(context, params.id)
    return shown(context)
  })
  mountPublic(app, passkeySignInCalls.start, (services) => startPasskeySignIn(services))
  mountPublic(app, passkeySignInCalls.signIn, (services, { body }, request) =>
    signInByPasskey(services, body, visitorOf(request)),
  )
}

const shown = async (context: Context) => ({ data: await showSecurity(context), message: 'updated' })
