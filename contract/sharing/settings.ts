import { z } from 'zod'
import { settingVerbs } from '../crud-permissions.ts'
import { optional, version } from '../fields/choice.ts'
import { cleanCode } from '../fields/clean-text.ts'
import { maybeText } from '../fields/response-fields.ts'
import { note, textOf } from '../fields/text.ts'
import { defineCall } from '../kit/resource.ts'
import { iban } from './iban.ts'

export const bankAccountsMaximum = 5
export const bankAccountInput = z.object({ bank: textOf(100), holder: optional(textOf(100)), iban })
export const bankAccountAnswer = z.object({ bank: z.string(), holder: maybeText, iban: z.string() })

const template = z.object({ subject: optional(textOf(200)), body: optional(note) })
const templateAnswer = z.object({ subject: maybeText, body: maybeText })
const days = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^[0-9]{1,3}$/)
        .transform(Number),
    ],
    { error: 'invalid_number' },
  )
  .refine((value) => value >= 1 && value <= 730, 'out_of_range')

/** A colour as CSS writes it, in lower case. */
const accent = z.preprocess(
  (value) => (typeof value === 'string' ? cleanCode(value).toLowerCase() : value),
  z.string().regex(/^#[0-9a-f]{6}$/, 'invalid_colour'),
)
const letterhead = { accent: optional(accent), footer: optional(textOf(200)) }

const record = z.object({
  bank_accounts: z.array(bankAccountAnswer),
  link_days: z.int(),
  accent: maybeText,
  footer: maybeText,
  templates: z.object({ ar: templateAnswer, en: templateAnswer }),
  version: z.int(),
})
export type SharingSettings = z.output<typeof record>

const common = { path: '/sharing/settings', labels: 'sharing_settings', answer: record } as const
/** Texts of sent documents: payment details, lifetime of links, mails. */
export const sharingSettingCalls = {
  show: defineCall({
    ...common,
    method: 'GET',
    kind: 'item',
    admission: [settingVerbs.read, settingVerbs.update],
  }),
  update: defineCall({
    ...common,
    method: 'POST',
    kind: 'update',
    admission: [settingVerbs.update],
    body: z.object({
      bank_accounts: z.array(bankAccountInput).max(bankAccountsMaximum, 'too_many_rows'),
      link_days: days,
      ...letterhead,
      /** An empty text is the usual one of each kind of document. */
      templates: z.object({ ar: template, en: template }),
      version,
    }),
  }),
  /** A sample paper with a letterhead that is not saved yet, as a picture. */
  preview: defineCall({
    method: 'GET',
    path: '/sharing/letterhead-preview',
    kind: 'export',
    labels: 'sharing_settings',
    admission: [settingVerbs.update],
    query: z.object(letterhead),
  }),
}
