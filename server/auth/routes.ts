import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authCalls } from '#contract/access/auth.ts'
import { ownerPermission, permissionKeys } from '#contract/access/permissions.ts'
import { languageOf } from '#server/core/locale.ts'
import { mount, mountPublic } from '#server/http/pipeline.ts'
import { accountRoutes } from './account-routes.ts'
import { checkResetToken, forgotPassword, resetPassword } from './password-reset.ts'
import { register } from './register.ts'
import { sessionUser } from './session-user.ts'
import { visitorOf } from './sessions.ts'
import { signIn } from './sign-in.ts'

export function authRoutes(app: FastifyInstance): void {
  accountRoutes(app)
  mountPublic(app, authCalls.login, (services, { body }, request) => signIn(services, body, visitorOf(request)))
  mountPublic(app, authCalls.register, (services, { body }, request) => register(services, body, visitorOf(request)))
  mountPublic(app, authCalls.forgotPassword, (services, { body }, request) =>
    forgotPassword(services, { ...body, ...askerOf(request) }, (error) =>
      request.log.error({ err: error }, 'the reset link was not sent'),
    ),
  )
  mountPublic(app, authCalls.checkResetToken, (services, { body }, request) =>
    checkResetToken(services, body, request.ip),
  )
  mountPublic(app, authCalls.resetPassword, async (services, { body }, request) => {
    const answer = await resetPassword(services, body, askerOf(request))
    app.services.forgetSessions()
    return answer
  })
  mount(app, authCalls.logout, async ({ db, session }) => {
    await db.deleteFrom('sessions').where('token_hash', '=', session.token_hash).execute()
    app.services.forgetSessions()
    return { message: 'signed_out' }
  })
  mount(app, authCalls.permissions, async ({ session }) => ({
    data: [...(session.is_owner ? [ownerPermission, ...permissionKeys] : session.authority)],
  }))
  mount(app, authCalls.session, async ({ db, session }) => {
    const user = await sessionUser(db, session.user_id)
    // A key acts for its maker, with what it holds itself.
    return { data: session.api_key ? { ...user, is_owner: false, authority: [...session.authority] } : user }
  })
}

const askerOf = ({ ip, headers }: FastifyRequest) => ({ ip, language: languageOf(headers['accept-language']) })
