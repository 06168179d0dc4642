import { z } from 'zod'
import { choice, id } from '#contract/fields/choice.ts'
import { zakatAdjustments, zakatYears } from '#contract/zakat/zakat.ts'
import { zakatLines } from '#ledger/zakat/zakat.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { deleteRow } from '#server/resource/table.ts'
import { requireBindable } from '#server/zakat/bind-lines.ts'
import { zakatAdjustmentRules, zakatYearRules } from '#server/zakat/zakat-rules.ts'
import type { ImportRules } from '../kinds/import-kind.ts'
import { accountNames } from '../kinds/look-ups.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

/** The Zakat line of an account. An account that has another one is refused. */
export const zakatLineImport: ImportRules = {
  schema: z.object({ account_id: id, line: choice(zakatLines) }),
  order: 'alone',
  open: async (context) => ({
    ...unnumberedBook,
    resolve: { account_id: (await accountNames(context)).find },
    create: async (again, body: { account_id: number; line: string }) => {
      const account = await accountOf(again, body.account_id)
      requireBindable(account, 'account_id')
      if (account.zakat_line !== null && account.zakat_line !== body.line)
        throw new Refusal('zakat_account_twice', { field: 'account_id', params: { number: account.number } })
      await setLine(again, body.account_id, body.line)
      return [{ resource: 'accounts', id: body.account_id, before: { line: account.zakat_line } }]
    },
  }),
  undo: (context, made) => setLine(context, made.id, (made.before as { line: string | null }).line),
}

const accountOf = ({ db }: Context, account: number) =>
  db
    .selectFrom('accounts')
    .select(['number', 'class', 'type', 'zakat_line'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
const setLine = async ({ db }: Context, account: number, zakat_line: string | null) => {
  await db.updateTable('accounts').set({ zakat_line }).where('id', '=', account).execute()
}

/** How the Zakat of a year is computed; a year that is known already is refused. */
export const zakatYearImport: ImportRules = {
  schema: zakatYears.input,
  order: 'alone',
  open: async () => ({
    ...unnumberedBook,
    resolve: {},
    create: async (context, body) => [
      { resource: 'zakat_years', id: await zakatYearRules.create(context, body), before: null },
    ],
  }),
  undo: (context, made) => deleteRow(context, 'zakat_years', made.id),
}

export const zakatAdjustmentImport: ImportRules = {
  schema: zakatAdjustments.input,
  order: 'alone',
  open: async () => ({
    ...unnumberedBook,
    resolve: {},
    create: async (context, body) => [
      { resource: 'zakat_adjustments', id: await zakatAdjustmentRules.create(context, body), before: null },
    ],
  }),
  undo: (context, made) => deleteRow(context, 'zakat_adjustments', made.id),
}
