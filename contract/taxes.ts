import { z } from 'zod'
import { formAdmission } from './access/form-lookup-permissions.ts'
import { settingVerbs } from './crud-permissions.ts'
import { exemptionReasons } from './e-invoice/exemption-reasons.ts'
import { activeStatus, choice, optional, version } from './fields/choice.ts'
import { percent, wire } from './fields/decimal.ts'
import { maybeText, nullable } from './fields/response-fields.ts'
import { text, textOf } from './fields/text.ts'
import { defineResource } from './kit/resource.ts'
import { keptOptions, masterRecord, statusFilter } from './organization.ts'
import { treatments } from './tax-treatments.ts'

const exemptionCodes = Object.keys(exemptionReasons) as [string, ...string[]]

const taxRecord = z.object({
  ...masterRecord,
  name: z.string(),
  name_en: maybeText,
  rate: wire,
  category: z.string(),
  /** Its treatment in the VAT return; null is an unclassified zero rate. */
  treatment: nullable(z.enum(treatments)),
  /** Why it charges nothing, of the law's list; texts of one's own go in place of the list's. */
  exemption_code: maybeText,
  exemption_reason: maybeText,
  exemption_reason_en: maybeText,
})
export const taxes = defineResource('tax', '/taxes', {
  permissions: settingVerbs,
  input: z.object({
    name: text,
    name_en: optional(text),
    rate: percent,
    status: activeStatus,
    version,
    treatment: optional(choice(treatments)),
    exemption_code: optional(choice(exemptionCodes)),
    exemption_reason: optional(textOf(500)),
    exemption_reason_en: optional(textOf(500)),
  }),
  record: taxRecord,
  row: taxRecord,
  list: {
    search: ['name', 'name_en'],
    sort: ['name', 'rate', 'treatment', 'status', 'created_at'],
    order: '-created_at',
    filter: statusFilter,
  },
  option: {
    shape: z.object({
      id: z.int(),
      name: z.string(),
      name_en: maybeText,
      rate: wire,
      /** The tax a document charges under it: zero under reverse charge. */
      charged_rate: wire,
      category: z.string(),
      exemption_code: maybeText,
    }),
    admission: formAdmission,
    /** Some taxes are for bills only. */
    query: keptOptions.extend({ side: choice(['sales', 'purchases']).optional() }),
  },
})
