import { type FormattableNumber, formatNumber } from '#contract/paper/format-number.ts'
import { moneyText as formatMoney } from '#contract/paper/money-text.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { letterheadOf } from '#server/pdf/letterhead.ts'
import { logoOf } from '#server/pdf/logo.ts'
import type { PdfColumn, PdfPaper } from '#server/pdf/paper.ts'
import type { Own, PaperWords } from './printed-document.ts'

type Issuer = { name: string; name_en: string | null; logo: string | null }
type Currency = { code: string; decimals: number }

/** The organization's own currency. */
export const ownCurrency = ({ db, session }: Context): Promise<Own> =>
  db
    .selectFrom('currencies')
    .select(['code', 'decimals'])
    .where('id', '=', session.organization.currency_id)
    .executeTakeFirstOrThrow()

/** The issuer if no issued paper names one: the present organization. */
export const issuerNow = ({ db }: Context): Promise<Issuer> =>
  db.selectFrom('organizations').select(['name', 'name_en', 'logo']).executeTakeFirstOrThrow()

/** The head that every paper has, in the look of the organization. */
export async function paperHead({ db }: Context, issuer: Issuer) {
  const [logo, letterhead] = await Promise.all([logoOf(db, issuer.logo), letterheadOf(db)])
  return {
    ...letterhead,
    logo,
    organization: { name: issuer.name, name_en: issuer.name_en },
    blocks: [],
    facts: [],
    columns: [],
    rows: [],
    totals: [],
  } satisfies Partial<PdfPaper>
}

export const fact = (say: PaperWords, name: string, value: string) => ({ label: say(`sheet.${name}`), value })

/** Columns named by `paper:sheet`; those of `figures` are flush, that of `share` takes the room that is left. */
export const paperColumns = (
  say: PaperWords,
  names: readonly string[],
  { figures, share }: { figures: readonly string[]; share: readonly string[] },
): PdfColumn[] =>
  names.map((name) => ({
    label: say(`sheet.${name}`),
    kind: figures.includes(name) ? 'figure' : 'text',
    width: share.includes(name) ? 'share' : 'content',
  }))

export const figureText = (value: FormattableNumber | string, decimals: number): string =>
  formatNumber(typeof value === 'string' ? decimal(value) : value, decimals)

export const moneyText = (value: FormattableNumber | string, currency: Currency): string =>
  formatMoney(typeof value === 'string' ? decimal(value) : value, currency)

/** The base amount of one foreign unit. NULL in base currency. */
export const rateText = (currency: Currency, rate: number, own: Own): string | null =>
  currency.code === own.code ? null : `1 ${currency.code} = ${rate} ${own.code}`
