import { z } from 'zod'
import { boolean, choice, id } from '../fields/choice.ts'
import { instant, maybeText, nullable } from '../fields/response-fields.ts'
import { email, textOf } from '../fields/text.ts'
import { defineCall, idParams } from '../kit/resource.ts'
import { factorCode, newPassword, signedIn } from './auth.ts'

/** After how many minutes a person proves again who they are, before what matters. */
export const confirmMinutes = ['5', '15', '60', '240'] as const

const secret = z.string().min(1, 'required').max(200, 'too_long')
const account = { kind: 'action', admission: 'signed-in', labels: 'account', scope: 'account' } as const
const read = { ...account, method: 'GET', kind: 'statistic', asks: 'person' } as const
const act = { ...account, method: 'POST', asks: 'person' } as const
const confirmedAct = { ...account, method: 'POST', asks: 'confirmed' } as const

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: instant,
  last_used_at: nullable(instant),
})
const security = z.object({
  /** The address of the sign-in. */
  email: z.string(),
  /** When a link that was mailed there was opened; null: it is not known whose address it is. */
  email_proved_at: nullable(instant),
  /** By an authenticator app. */
  totp_since: nullable(instant),
  recovery_codes_left: z.int(),
  passkeys: z.array(passkey),
  /** Whether the organization or the role asks for a second factor. */
  is_required: z.boolean(),
  is_confirmed: z.boolean(),
})
export type AccountSecurity = z.output<typeof security>

const session = z.object({
  id: z.int(),
  is_current: z.boolean(),
  /** Where it works. */
  organization: z.object({ id: z.int(), name: z.string(), name_en: maybeText }),
  /** Browser and system; the name of the program where it is none of the known ones. */
  device: maybeText,
  ip: maybeText,
  created_at: instant,
  last_used_at: instant,
})
export type AccountSession = z.output<typeof session>

/** An organization that the person belongs to. The current one is the one of the session. */
const membership = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  logo: maybeText,
  status: z.enum(['pending', 'active']),
  is_owner: z.boolean(),
  role: maybeText,
  requires_second_factor: z.boolean(),
  is_current: z.boolean(),
})
export type AccountMembership = z.output<typeof membership>

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
/** Input and output of the browser's own functions; the library on both sides knows their shape. */
const passkeyFacts = z.record(z.string(), z.unknown())
/** Also as one text: a form cannot nest lists and flags. */
const passkeyAnswer = z.preprocess((value) => (typeof value === 'string' ? parsed(value) : value), passkeyFacts)
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Calls of a signed-in person for their own account. */
export const ownAccountCalls = {
  security: defineCall({ ...read, path: '/account/security', answer: security }),
  sessions: defineCall({ ...read, path: '/account/sessions', answer: z.array(session) }),
  endSession: defineCall({ ...act, path: '/account/sessions/:id/end', params: idParams, answer: z.array(session) }),
  endOthers: defineCall({ ...act, path: '/account/sessions/end-others', answer: z.array(session) }),
  organizations: defineCall({ ...read, path: '/account/organizations', answer: z.array(membership) }),
  /** A new token for another organization of the person. The former token is refused with `organization_switched`. */
  switchOrganization: defineCall({
    ...act,
    kind: 'auth',
    path: '/account/switch',
    body: z.object({ organization_id: id }),
    answer: signedIn,
  }),
  /** Password, and second factor where there is one: what matters is open for some minutes. */
  confirm: defineCall({
    ...act,
    path: '/account/confirm',
    body: z.object({ password: secret, otp: factorCode.optional() }),
    answer: security,
  }),
  changePassword: defineCall({
    ...act,
    path: '/account/password',
    body: z
      .object({
        current_password: secret,
        password: newPassword,
        password_confirmation: secret,
        /** The other ways in end as well: passkeys, and the keys of programs that the person created. */
        end_passkeys: boolean.optional(),
        end_keys: boolean.optional(),
      })
      .refine((value) => value.password === value.password_confirmation, {
        path: ['password_confirmation'],
        message: 'passwords_differ',
      }),
    answer: security,
  }),
  /** The address of the sign-in, in every organization. A notice goes to the former address. */
  changeEmail: defineCall({
    ...confirmedAct,
    path: '/account/email',
    body: z.object({ email }),
    answer: security,
  }),
  /** Mails the link that proves the address of the sign-in. */
  mailProof: defineCall({ ...act, path: '/account/email/mail-link', answer: security }),
  /** The link of that mail, opened in a session of the account. */
  proveEmail: defineCall({
    ...act,
    path: '/account/email/prove',
    body: z.object({ token: z.string().min(1, 'required').max(600, 'too_long') }),
    answer: security,
  }),
  /** A new secret for the app. It counts once a code of it was given. */
  startTotp: defineCall({
    ...confirmedAct,
    path: '/account/totp/start',
    answer: z.object({ secret: maybeText, uri: maybeText }),
  }),
  enableTotp: defineCall({
    ...confirmedAct,
    path: '/account/totp/enable',
    body: z.object({ otp: factorCode }),
    answer: recoveryCodes,
  }),
  disableTotp: defineCall({ ...confirmedAct, path: '/account/totp/disable', answer: security }),
  /** The earlier codes are void. */
  renewRecoveryCodes: defineCall({ ...confirmedAct, path: '/account/recovery-codes', answer: recoveryCodes }),
  startPasskey: defineCall({ ...confirmedAct, path: '/account/passkeys/start', answer: passkeyFacts }),
  addPasskey: defineCall({
    ...confirmedAct,
    path: '/account/passkeys',
    body: z.object({ name: textOf(60), response: passkeyAnswer }),
    answer: security,
  }),
  removePasskey: defineCall({
    ...confirmedAct,
    path: '/account/passkeys/:id/remove',
    params: idParams,
    answer: security,
  }),
}

const beforeSignIn = { method: 'POST', kind: 'auth', admission: 'public', labels: 'user' } as const
/** A sign-in without password: what a device offers. */
export const passkeySignInCalls = {
  start: defineCall({ ...beforeSignIn, path: '/auth/passkey/start', answer: passkeyFacts }),
  signIn: defineCall({
    ...beforeSignIn,
    path: '/auth/passkey/login',
    body: z.object({ response: passkeyAnswer, remember: boolean.optional() }),
    answer: signedIn,
  }),
}

const policy = z.object({
  second_factor_required: z.boolean(),
  confirm_minutes: z.enum(confirmMinutes),
  /** Active people, and how many of them have no second factor. */
  people: z.int(),
  people_without: z.int(),
})
export type SecurityPolicy = z.output<typeof policy>
const policyFacts = { path: '/security-policy', labels: 'security_policy', admission: ['manage-security'] } as const
/** What the organization requires of its users. */
export const securityPolicyCalls = {
  show: defineCall({ ...policyFacts, method: 'GET', kind: 'item', answer: policy }),
  update: defineCall({
    ...policyFacts,
    method: 'POST',
    kind: 'update',
    asks: 'confirmed',
    body: z.object({ second_factor_required: boolean, confirm_minutes: choice(confirmMinutes) }),
    answer: policy,
  }),
}
