import { z } from 'zod'
import { boolean } from '../fields/choice.ts'
import { cleanCode, foldDigits } from '../fields/clean-text.ts'
import { maybeText } from '../fields/response-fields.ts'
import { email, phone, text } from '../fields/text.ts'
import { defineCall } from '../kit/resource.ts'
import { isCommonPassword } from './common-passwords.ts'

export const passwordMinimum = 8
const password = z.string().min(1, 'required').max(200, 'too_long')
/** A password that is chosen: long enough, and none of those that are guessed first. */
export const newPassword = password
  .min(passwordMinimum, 'password_too_short')
  .refine((value) => !isCommonPassword(value), 'password_common')

/** Six digits of the app, or a recovery code. */
export const factorCode = z.preprocess(
  (value) => (typeof value === 'string' ? foldDigits(value).replace(/[\s-]/g, '').toLowerCase() : value),
  z.string().min(1, 'required').max(40, 'too_long'),
)
export const credentials = z.object({
  email,
  password,
  remember: boolean.optional(),
  /** For a person with a second factor. */
  otp: factorCode.optional(),
})
export const registration = z
  .object({ name: text, email, mobile: phone, password: newPassword, confirmPassword: password })
  .refine((value) => value.password === value.confirmPassword, {
    path: ['confirmPassword'],
    message: 'passwords_differ',
  })
/** A link with any part missing is refused with one message. */
const linked = z
  .string({ error: () => 'link_incomplete' })
  .overwrite(cleanCode)
  .min(1, 'link_incomplete')
const resetToken = z.object({
  email: linked.toLowerCase().max(254, 'too_long').pipe(z.email('invalid_email')),
  token: linked.max(200, 'too_long'),
})
export const passwordReset = resetToken
  .extend({ password: newPassword, password_confirmation: password })
  .refine((value) => value.password === value.password_confirmation, {
    path: ['password_confirmation'],
    message: 'passwords_differ',
  })

/** What a way back into an account ended: ways in from before the address was proved. */
export const endedWays = z.object({ passkeys: z.int(), app: z.boolean(), keys: z.int() })
export type EndedWays = z.output<typeof endedWays>

export const sessionOrganization = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  username: maybeText,
  status: z.enum(['pending', 'active']),
  tax_number: maybeText,
  /** Which of the two buttons of an invoice is the main one. */
  default_save_action: z.enum(['confirm', 'draft']),
  /** Whether rows of untaxed products take the document's tax as well. */
  row_tax_always_invoice: z.boolean(),
  /** Whether prices of new documents are typed with tax. */
  prices_include_tax: z.boolean(),
  /** Whether quotations and orders are shown. */
  uses_orders: z.boolean(),
  /** Whether delivery notes and goods receipts are shown. */
  uses_goods_notes: z.boolean(),
  /** Whether the screens have price lists. */
  uses_price_lists: z.boolean(),
  /** Whether customers have credit limits. */
  uses_credit_limits: z.boolean(),
  uses_barcodes: z.boolean(),
  /** Whether goods are in more than one place. */
  uses_places: z.boolean(),
  uses_lots: z.boolean(),
  /** Whether the screens have fixed assets. */
  owns_assets: z.boolean(),
  /** Whether the screens have returns of tax withheld from non-residents. */
  uses_withholding: z.boolean(),
  uses_landed_costs: z.boolean(),
  uses_retention: z.boolean(),
  vat_status: z.enum(['registered', 'not_registered']).nullable(),
  /** Since when its sales go to the authority's platform. Null outside phase 2. */
  phase_2_since: maybeText,
  currency: z.object({
    id: z.int(),
    name: z.string(),
    name_en: z.string(),
    code: z.string(),
    symbol: z.string(),
    rate: z.number(),
    decimals: z.int(),
  }),
})
const sessionUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  avatar: maybeText,
  status: z.string(),
  is_owner: z.boolean(),
  authority: z.array(z.string()),
  organization: sessionOrganization,
})
export type SessionUser = z.output<typeof sessionUser>
export const signedIn = z.object({ token: z.string(), user: sessionUser })

const auth = { method: 'POST', kind: 'auth', admission: 'public', labels: 'user' } as const
export const authCalls = {
  login: defineCall({ ...auth, path: '/auth/login', body: credentials, answer: signedIn }),
  register: defineCall({ ...auth, path: '/auth/register', body: registration, answer: signedIn }),
  logout: defineCall({ ...auth, path: '/auth/logout', admission: 'signed-in', asks: 'person' }),
  forgotPassword: defineCall({ ...auth, path: '/auth/forgot-password', body: z.object({ email }) }),
  checkResetToken: defineCall({ ...auth, path: '/auth/check-reset-password-token', body: resetToken }),
  resetPassword: defineCall({ ...auth, path: '/auth/reset-password', body: passwordReset, answer: endedWays }),
  permissions: defineCall({
    ...auth,
    method: 'GET',
    path: '/users/permissions',
    admission: 'signed-in',
    answer: z.array(z.string()),
  }),
  /** The signed-in user, for a reload of the page. `data` equals the answer of login. */
  session: defineCall({ ...auth, method: 'GET', path: '/auth/session', admission: 'signed-in', answer: sessionUser }),
}
