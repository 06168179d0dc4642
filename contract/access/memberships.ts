import { z } from 'zod'
import { boolean, choice, id, version } from '../fields/choice.ts'
import { cleanCode } from '../fields/clean-text.ts'
import { instant, maybeText, nullable } from '../fields/response-fields.ts'
import { email, phone, text } from '../fields/text.ts'
import { defineCall, defineResource, idParams } from '../kit/resource.ts'
import { factorCode, newPassword, signedIn } from './auth.ts'

const named = z.object({ id: z.int(), name: z.string() })
export const invitationStates = ['open', 'expired', 'accepted', 'withdrawn'] as const

const row = z.object({
  id: z.int(),
  email: z.string(),
  /** null: it was deleted after the invitation ended. */
  role: nullable(named),
  state: z.enum(invitationStates),
  invited_by: named,
  created_at: instant,
  sent_at: instant,
  expires_at: instant,
  accepted_at: nullable(instant),
  /** The membership it became. */
  user_id: nullable(z.int()),
  version: z.int(),
})
export type InvitationRow = z.output<typeof row>

const resource = defineResource('invitation', '/invitations', {
  permissions: {
    list: 'list-user',
    read: 'list-user',
    create: 'create-user',
    update: 'create-user',
    delete: 'create-user',
  },
  input: z.object({ email, role_id: id, version }),
  /** `link` is in the answer of the call that makes it, and stored nowhere. */
  record: row.extend({ link: maybeText }),
  row,
  list: {
    search: ['email'],
    sort: ['email', 'created_at', 'expires_at'],
    order: '-created_at',
    filter: { state: choice(invitationStates), role_id: id },
  },
})
const { list, read, create } = resource.calls
const act = {
  method: 'POST',
  kind: 'action',
  labels: 'invitation',
  admission: ['create-user'],
  asks: 'confirmed',
  params: idParams,
  answer: resource.record,
} as const
/** Invitations to an organization: by mail, and as a link to copy. */
export const invitations = {
  ...resource,
  calls: {
    list: { ...list, asks: 'person' as const },
    read: { ...read, asks: 'person' as const },
    create: { ...create, asks: 'confirmed' as const },
    /** Another link and another three days. The former link is void. */
    resend: defineCall({ ...act, path: '/invitations/:id/resend' }),
    withdraw: defineCall({ ...act, path: '/invitations/:id/withdraw' }),
  },
}

/** `<organization>.<random>` */
const token = z.string().overwrite(cleanCode).min(1, 'link_incomplete').max(200, 'too_long')
const shownInvitation = z.object({
  organization: z.object({ name: z.string(), name_en: maybeText }),
  role: z.string(),
  email: z.string(),
  invited_by: z.string(),
  expires_at: instant,
  /** Whether the address signs in already. */
  has_account: z.boolean(),
})
export type ShownInvitation = z.output<typeof shownInvitation>

const secret = z.string().min(1, 'required').max(200, 'too_long')
const beforeSignIn = { method: 'POST', kind: 'auth', admission: 'public', labels: 'user' } as const
export const invitationLinkCalls = {
  show: defineCall({
    ...beforeSignIn,
    path: '/auth/invitation',
    body: z.object({ token }),
    answer: shownInvitation,
  }),
  /** By a person with an account: the password accepts and signs in. */
  join: defineCall({
    ...beforeSignIn,
    path: '/auth/invitation/join',
    body: z.object({ token, password: secret, otp: factorCode.optional(), remember: boolean.optional() }),
    answer: signedIn,
  }),
  /** By a person without an account. */
  register: defineCall({
    ...beforeSignIn,
    path: '/auth/invitation/register',
    body: z
      .object({ token, name: text, mobile: phone, password: newPassword, confirmPassword: secret })
      .refine((value) => value.password === value.confirmPassword, {
        path: ['confirmPassword'],
        message: 'passwords_differ',
      }),
    answer: signedIn,
  }),
  /** By the signed-in person: accepts and switches. */
  accept: defineCall({
    ...beforeSignIn,
    kind: 'action',
    admission: 'signed-in',
    asks: 'person',
    path: '/account/join',
    body: z.object({ token }),
    answer: signedIn,
  }),
}

/** A further organization of the signed-in person, who owns it. Its set-up follows. */
export const newOrganizationCall = defineCall({
  ...beforeSignIn,
  kind: 'action',
  admission: 'signed-in',
  asks: 'confirmed',
  labels: 'membership',
  path: '/account/organizations',
  body: z.object({ name: text }),
  answer: signedIn,
})

const membership = {
  method: 'POST',
  kind: 'action',
  admission: 'signed-in',
  asks: 'confirmed',
  labels: 'membership',
} as const
export const membershipCalls = {
  /** The caller leaves the current organization. `data`: the session in another one, null without any. */
  leave: defineCall({ ...membership, path: '/account/leave', answer: z.union([signedIn, z.null()]) }),
  /** An owner makes another member the owner, and takes the given role. */
  handOver: defineCall({
    ...membership,
    path: '/account/hand-over',
    body: z.object({ user_id: id, role_id: id }),
  }),
}
