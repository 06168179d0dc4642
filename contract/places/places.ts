import { z } from 'zod'
import { formAdmission } from '../access/form-lookup-permissions.ts'
import { settingVerbs } from '../crud-permissions.ts'
import { activeStatus, boolean, id, optional, version } from '../fields/choice.ts'
import { instant, maybeText, reference } from '../fields/response-fields.ts'
import { text } from '../fields/text.ts'
import { optionQuery } from '../kit/envelope.ts'
import { defineResource } from '../kit/resource.ts'

export const transferPermission = 'transfer-stock'
const row = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  branch_id: z.int(),
  branch: reference,
  /** Where goods are that no transfer brought elsewhere: the first place that was added. It is never closed. */
  is_main: z.boolean(),
  /** What is on the way from one place to another. */
  is_transit: z.boolean(),
  /** Records of its branch that name no place are of this one. */
  is_usual: z.boolean(),
  status: z.string(),
  created_at: instant,
  version: z.int(),
})

/** Where goods lie. What they cost does not depend on it: the pool of cost is one for each product. */
export const stockPlaces = defineResource('place', '/inventory/places', {
  permissions: settingVerbs,
  input: z.object({
    name: text,
    name_en: optional(text),
    branch_id: id,
    is_usual: boolean.optional(),
    status: activeStatus,
    version,
  }),
  record: row,
  row,
  list: {
    search: ['name', 'name_en'],
    sort: ['name', 'status', 'created_at'],
    order: 'created_at',
    filter: { status: activeStatus },
  },
  option: {
    /** False: the places of others as well, to send goods to. */
    query: optionQuery.extend({ kept: boolean.optional() }),
    shape: row.pick({ id: true, name: true, name_en: true, branch_id: true, is_main: true }),
    admission: [...formAdmission, settingVerbs.list, 'create-delivery-note', 'create-goods-receipt'],
  },
})
