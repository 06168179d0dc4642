import type { z } from 'zod'
import type { productCategories } from '#contract/catalog.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { requirePurposes } from '#server/organization/eligible-accounts.ts'
import type { ResourceRules } from '#server/resource/routes.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'
import { namedAccounts } from './products.ts'

type CategoryInput = z.output<typeof productCategories.input>
const table = 'product_categories'

/** A category may say where its products are posted: accounts of its own, which must serve that. */
export const categoryRules: ResourceRules = {
  listing: {
    table,
    from: (db) => db.selectFrom(table),
    select: (query) => query.selectAll(table).select(namedAccounts(table)),
  },
  create: async (context, body: CategoryInput) => {
    await requirePurposes(context, body)
    return insertRow(context.db, table, columnsOf(body))
  },
  update: async (context, id, body: CategoryInput) => {
    await requirePurposes(context, body)
    await updateRow(context.db, table, id, columnsOf(body), body.version)
  },
}

/** The version is checked, not stored; absent keys leave their column alone. */
const columnsOf = ({ version: _, ...body }: CategoryInput) => sentFields(body)
