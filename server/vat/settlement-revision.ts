import type { Context } from '#server/core/context.ts'

/** Each filing of a period, and each reversal of a filing, has its own entry. */
export async function nextRevision({ db }: Context, period: number): Promise<number> {
  const { last } = await db
    .selectFrom('journal_entries')
    .select(({ fn }) => fn.max('source_revision').as('last'))
    .where('source', '=', 'vat_period')
    .where('source_id', '=', period)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}
