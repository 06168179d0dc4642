import { decimal, ratio, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { saidWords, saysWords } from './guessing/said-words.ts'
import type { StoredLine } from './stored-line.ts'

/** A line that is the tax of a charge of the bank: what it would be entered with. */
export type ChargeTax = { account_id: number; tax_id: number; base: string; label: string }

type TaxLine = Pick<StoredLine, 'id' | 'statement_id' | 'account_id' | 'line_date' | 'amount' | 'reference'>
type Neighbour = TaxLine & { position: number; description: string }

const taxWords = ['ضريبه', 'ضريبه قيمه مضافه', 'vat', 'tax'].map((word) => saidWords(word))

const saysTax = (description: string) => taxWords.some((word) => saysWords(saidWords(description), word))

/** The lines of which a charge next to them is the base, with the tax: banks write a fee and its VAT as two lines. */
export async function taxLinesOf(context: Context, lines: readonly StoredLine[]): Promise<Map<number, ChargeTax[]>> {
  const candidates = lines.filter(({ description }) => saysTax(description))
  if (candidates.length === 0 || context.session.organization.vat_status === 'not_registered') return new Map()
  const [taxes, neighbours, accounts] = await Promise.all([
    chargeTaxes(context),
    neighboursOf(context, candidates),
    loadAccounts(context),
  ])
  const account_id = accounts.idOf('BANK_FEES')
  return new Map(
    candidates.map((line) => [
      line.id,
      taxes.flatMap(({ id, rate }) => {
        const charge = chargeOf(context, line, neighbours, rate)
        return charge
          ? [{ account_id, tax_id: id, base: text(decimal(charge.amount).abs()), label: charge.description }]
          : []
      }),
    ]),
  )
}

/** A charge of the bank: the account that takes it, as the reader calls it. */
export type BankCharge = { account_id: number; label: string }

/** The lines that are a charge, because a line next to them is its tax. Its base is this line, so it is entered without tax. */
export async function chargesOf(context: Context, lines: readonly StoredLine[]): Promise<Map<number, BankCharge>> {
  const candidates = lines.filter(({ amount, description }) => amount.startsWith('-') && !saysTax(description))
  if (candidates.length === 0 || context.session.organization.vat_status === 'not_registered') return new Map()
  const neighbours = await neighboursOf(context, candidates)
  const ofTax = neighbours.filter(({ amount, description }) => amount.startsWith('-') && saysTax(description))
  if (ofTax.length === 0) return new Map()
  const [taxes, accounts] = await Promise.all([chargeTaxes(context), loadAccounts(context)])
  const account_id = accounts.idOf('BANK_FEES')
  const { name, name_en } = await context.db
    .selectFrom('accounts')
    .select(['name', 'name_en'])
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const label = context.language === 'en' && name_en ? name_en : name
  const charges = taxes.flatMap(({ rate }) => ofTax.map((line) => chargeOf(context, line, neighbours, rate)?.id))
  return new Map(candidates.flatMap(({ id }) => (charges.includes(id) ? [[id, { account_id, label }] as const] : [])))
}

/** The tax of ordinary purchases. Where several taxes have its rate, none is meant. */
async function chargeTaxes({ db }: Context) {
  const taxes = await db
    .selectFrom('taxes')
    .select(['id', 'rate'])
    .where('status', '=', 'active')
    .where('treatment', '=', 'standard')
    .where('reverse_charge', '=', false)
    .where('purchase_box', 'is not', null)
    .execute()
  const taxed = taxes.filter(({ rate }) => decimal(rate).gt(0))
  return taxed.filter(({ rate }) => taxed.filter((other) => decimal(other.rate).eq(rate)).length === 1)
}

/**
 * What the tax of a line was charged on: the line of the same reference, or the one before or after it, of which it is the tax; NULL if
 * there is none.
 */
export async function chargeBefore(context: Context, line: StoredLine, rate: string): Promise<string | null> {
  const charge = chargeOf(context, line, await neighboursOf(context, [line]), rate)
  return charge ? text(decimal(charge.amount).abs()) : null
}

async function neighboursOf({ db }: Context, lines: readonly TaxLine[]): Promise<Neighbour[]> {
  const days = [...new Set(lines.map(({ line_date }) => line_date))]
  const rows = await db
    .selectFrom('bank_statement_lines')
    .select(['id', 'statement_id', 'account_id', 'line_date', 'amount', 'reference', 'position', 'description'])
    .where('account_id', 'in', [...new Set(lines.map(({ account_id }) => account_id))])
    .where('line_date', 'in', days)
    .execute()
  return rows as Neighbour[]
}

function chargeOf({ session }: Context, line: TaxLine, neighbours: readonly Neighbour[], rate: string) {
  const { decimals } = session.organization
  const own = neighbours.find(({ id }) => id === line.id)
  const isCharge = (one: Neighbour) =>
    one.id !== line.id &&
    one.account_id === line.account_id &&
    one.line_date === line.line_date &&
    one.amount.startsWith('-') === line.amount.startsWith('-') &&
    ratio(decimal(one.amount).abs(), rate, 100, decimals).eq(decimal(line.amount).abs())
  const charges = neighbours.filter(isCharge)
  return (
    charges.find(({ reference }) => reference !== null && reference === line.reference) ??
    charges.find(
      ({ statement_id, position }) =>
        statement_id === line.statement_id && own !== undefined && Math.abs(position - own.position) === 1,
    )
  )
}
