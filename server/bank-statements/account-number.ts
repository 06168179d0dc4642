import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

const field = 'statement_file'

/**
 * The number of the account in a file, as it is compared; null where the file names none. A file of an account whose earlier files name
 * another number, or whose number is another account's, is refused: its lines would be in the wrong books.
 */
export async function checkedAccountNumber(
  { db }: Context,
  account_id: number,
  written: string | null,
  isChanged: boolean,
): Promise<string | null> {
  const number = (written ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  if (number === '') return null
  const rows = await db
    .selectFrom('bank_statements')
    .innerJoin('accounts', 'accounts.id', 'bank_statements.account_id')
    .select(['bank_statements.account_id', 'account_number', 'accounts.name'])
    .where('account_number', 'is not', null)
    .orderBy('bank_statements.id', 'desc')
    .execute()
  const own = rows.find((row) => row.account_id === account_id)?.account_number
  if (own && isSameAccount(own, number)) return number
  const other = rows.find((row) => row.account_id !== account_id && isSameAccount(row.account_number ?? '', number))
  if (other) throw new Refusal('statement_account_of_another', { field, params: { number, account: other.name } })
  if (own && !isChanged) throw new Refusal('statement_other_account', { field, params: { number, before: own } })
  return number
}

const shortest = 6

/** An IBAN ends with the number of the account; leading zeros are no part of it. */
export function isSameAccount(one: string, other: string): boolean {
  const [short, long] = [one, other].map((number) => number.replace(/^0+/, '')).sort((a, b) => a.length - b.length)
  return one === other || ((short as string).length >= shortest && (long as string).endsWith(short as string))
}
