import type { FastifyInstance } from 'fastify'
import { invitationLinkCalls, invitations, membershipCalls, newOrganizationCall } from '#contract/access/memberships.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { visitorOf } from '#server/auth/sessions.ts'
import { mount, mountPersonal, mountPublic } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { joinByPassword, joinSignedIn, registerByInvitation, showInvitation } from './accept-invitation.ts'
import { handOver } from './hand-over.ts'
import {
  createInvitation,
  invitationListing,
  readInvitation,
  resendInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { leaveOrganization } from './leave-organization.ts'
import { newOrganization } from './new-organization.ts'

export function membershipRoutes(app: FastifyInstance): void {
  const { calls } = invitations
  mount(app, calls.list, ({ db }, { query }) => listRows(db, invitationListing, invitations.list, query as ListQuery))
  mount(app, calls.read, async (context, { params }) => ({ data: await readInvitation(context, params.id) }))
  mount(app, calls.create, (context, { body }) => createInvitation(context, body))
  mount(app, calls.resend, async (context, { params }) => ({
    ...(await resendInvitation(context, params.id)),
    message: 'updated',
  }))
  mount(app, calls.withdraw, async (context, { params }) => {
    await withdrawInvitation(context, params.id)
    return { data: await readInvitation(context, params.id), message: 'updated' }
  })
  mountPublic(app, invitationLinkCalls.show, (services, { body }) => showInvitation(services, body))
  mountPublic(app, invitationLinkCalls.join, (services, { body }, request) =>
    joinByPassword(services, body, visitorOf(request)),
  )
  mountPublic(app, invitationLinkCalls.register, (services, { body }, request) =>
    registerByInvitation(services, body, visitorOf(request)),
  )
  mountPersonal(app, invitationLinkCalls.accept, (services, session, { body }, request) =>
    joinSignedIn(services, session, body, visitorOf(request)),
  )
  mountPersonal(app, newOrganizationCall, (services, session, { body }, request) =>
    newOrganization(services, session, body, visitorOf(request)),
  )
  mount(app, membershipCalls.leave, (context) => leaveOrganization(context))
  mount(app, membershipCalls.handOver, async (context, { body }) => {
    await handOver(context, body)
    return { message: 'updated' }
  })
}
