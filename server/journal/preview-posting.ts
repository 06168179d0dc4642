import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/kit/resource.ts'
import { effectNames, type PostingPreview } from '#contract/preview/posting-preview.ts'
import { type Decimal, decimal, sum, text } from '#ledger/money.ts'
import { cashAccounts } from '#ledger/statements/cash-flow.ts'
import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context, PreviewedEntry } from '#server/core/context.ts'
import { inTenant, type Transact } from '#server/db/tenant/transaction.ts'
import { type Ask, mount } from '#server/http/pipeline.ts'

/** Ends a transaction that is not to be committed. */
class RolledBack extends Error {
  override name = 'RolledBack'
}

/** The work runs whole, with its locks and refusals, and nothing of it is committed. */
const withoutCommit: Transact<unknown> = async (pool, organizationId, _, work) => {
  const rolledBack = new RolledBack('the transaction is rolled back on purpose')
  const found: Awaited<ReturnType<typeof work>>[] = []
  await inTenant(pool, organizationId, 'write', async (database) => {
    found.push(await work(database))
    throw rolledBack
  }).catch((error) => {
    if (error !== rolledBack) throw error
  })
  const [result] = found
  return result as Awaited<ReturnType<typeof work>>
}

/**
 * What a save would post: the save itself runs, `post.ts` notes the entries it is given, and the transaction is rolled
 * back. So the preview equals what is posted, by construction.
 */
export function mountPreview<const C extends Call>(
  app: FastifyInstance,
  call: C,
  save: (context: Context, ask: Ask<C>) => Promise<unknown>,
): void {
  mount(
    app,
    call,
    async (context, ask) => {
      const accounts = await chartAccounts(context)
      const previewed: PreviewedEntry[] = []
      await save({ ...context, previewed }, ask)
      return { data: shownPreview(accounts, previewed, await partyNames(context, previewed)) }
    },
    withoutCommit,
  )
}

type Names = ReadonlyMap<number, { id: number; name: string; name_en: string | null }>

async function partyNames({ db }: Context, entries: readonly PreviewedEntry[]): Promise<Names> {
  const ids = [...new Set(entries.flatMap(({ lines }) => lines.flatMap(({ party_id }) => party_id ?? [])))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('parties').select(['id', 'name', 'name_en']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function shownPreview(
  accounts: readonly ChartAccount[],
  entries: readonly PreviewedEntry[],
  parties: Names,
): Record<keyof PostingPreview, unknown> {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const shown = (amount: string) => (decimal(amount).eq(0) ? null : amount)
  return {
    effects: effectsOf(accounts, entries),
    entries: entries.map(({ date, kind, is_reversal, lines }) => ({
      date,
      kind,
      is_reversal,
      lines: lines.map(({ account_id, party_id, description, debit, credit }) => ({
        account: byId.get(account_id),
        party: party_id === null ? null : parties.get(party_id),
        description,
        debit: shown(debit),
        credit: shown(credit),
      })),
    })),
  }
}

const effectOfRole: Record<string, (typeof effectNames)[number]> = {
  AR: 'receivable',
  AP: 'payable',
  INV: 'inventory',
  SUPP_ADV: 'advance_paid',
  CUST_ADV: 'advance_received',
  VAT_OUT: 'output_vat',
  VAT_RC: 'output_vat',
  VAT_IN: 'input_vat',
  VAT_IMP: 'input_vat',
}

/** By how much what people know by name grows, each in its own nature; what comes to nothing is left out. */
function effectsOf(accounts: readonly ChartAccount[], entries: readonly PreviewedEntry[]) {
  const cash = new Set(cashAccounts(accounts).map(({ id }) => id))
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const nameOf = ({ id, role, class: kind }: ChartAccount): (typeof effectNames)[number] =>
    effectOfRole[role ?? ''] ?? (cash.has(id) ? 'cash' : kind === 'R' ? 'income' : kind === 'X' ? 'expense' : 'other')
  const changes = entries
    .flatMap(({ lines }) => lines)
    .flatMap(({ account_id, debit, credit }): { name: string; change: Decimal }[] => {
      const account = byId.get(account_id)
      if (!account) return []
      const grown = decimal(debit).minus(credit)
      return [{ name: nameOf(account), change: 'AX'.includes(account.class) ? grown : grown.neg() }]
    })
  return effectNames
    .map((name) => ({ name, change: sum(changes.filter((one) => one.name === name).map(({ change }) => change)) }))
    .filter(({ name, change }) => name !== 'other' && !change.eq(0))
    .map(({ name, change }) => ({ name, change: text(change) }))
}
