import { formatPlain } from '#contract/paper/format-number.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import {
  fact,
  figureText,
  issuerNow,
  moneyText,
  ownCurrency,
  paperColumns,
  paperHead,
} from '#server/paper-kit/paper-parts.ts'
import { bilingual, type PaperHead, type PaperWords, partyBlock, twoNames } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { type CertifiedRow, certifiedRows } from '#server/withholding/payee-years.ts'

const columns = [
  'payment_date',
  'payment_number',
  'withheld_for',
  'withholding_base',
  'rate',
  'withheld',
  'withholding_return',
]

/** What a payee was paid in a year and what was withheld of it, for the payee: each payment with the return that it was filed in. */
export async function withholdingPaper(context: Context, supplier: number, year: number): Promise<PdfPaper> {
  const [rows, payee] = await Promise.all([
    certifiedRows(context, supplier, { from: `${year}-01-01`, to: `${year}-12-31` }),
    payeeOf(context, supplier),
  ])
  if (rows.length === 0) throw new Refusal('not_found')
  const say = bilingual(context.services.words)
  const [own, issuer, payer] = await Promise.all([ownCurrency(context), issuerNow(context), payerOf(context)])
  const open = rows.some(({ filing }) => filing === null)
  const state = say(`sheet.certificate_${open ? 'open' : 'filed'}`)
  const figure = (amount: string) => figureText(amount, own.decimals)
  return {
    ...(await paperHead(context, issuer)),
    title: say(`sheet.titles.withholding_certificate${open ? '_open' : ''}`),
    number: `WHT-${year}-${supplier}`,
    created_at: rows.at(-1)?.day ?? `${year}-12-31`,
    blocks: [partyBlock(say, 'withholding_payer', payer), partyBlock(say, 'payee', payee)],
    facts: [
      fact(say, 'certificate_year', String(year)),
      ...(payee.country ? [fact(say, 'country', bothNames(payee.country, payee.country_en))] : []),
      fact(say, 'currency', own.code),
    ],
    columns: paperColumns(say, columns, { figures: ['withholding_base', 'rate', 'withheld'], share: ['withheld_for'] }),
    rows: rows.map((row) => [
      row.day,
      row.number,
      forOf(context, row),
      figure(row.base),
      `${formatPlain(decimal(row.rate))}%`,
      figure(row.tax),
      returnOf(say, row),
    ]),
    totals: [
      { label: say('sheet.withholding_base'), value: moneyText(text(sum(rows.map((row) => row.base))), own) },
      { label: say('sheet.withheld'), value: moneyText(text(sum(rows.map((row) => row.tax))), own), isGrand: true },
    ],
    notes: [{ label: say('sheet.remark'), value: `${state.ar} · ${state.en}` }],
    signatures: [say('sheet.accountant'), say('sheet.approved_by')],
  }
}

const bothNames = (ar: string, en: string | null) => (en && en !== ar ? `${ar} · ${en}` : ar)

/** What the payment was for, and the certificate of the treaty that lowered its rate. */
function forOf({ services: { words } }: Context, { type, certificate }: CertifiedRow) {
  const key = type ? `law:choices.${type}` : 'reports:lines.withheld_untyped'
  const [ar, en] = [words.say('ar', key), words.say('en', key)]
  return certificate ? twoNames(`${ar} (${certificate})`, `${en} (${certificate})`) : twoNames(ar, en)
}

/** The month of the return, and the authority's number of it. */
function returnOf(say: PaperWords, { filing }: CertifiedRow) {
  const notFiled = say('sheet.return_not_filed')
  if (!filing) return twoNames(notFiled.ar, notFiled.en)
  const month = filing.from.slice(0, 7)
  return filing.authority_reference ? { text: month, below: filing.authority_reference } : month
}

type Payee = PaperHead['party'] & { country: string | null; country_en: string | null }

async function payeeOf({ db }: Context, id: number): Promise<Payee> {
  const found = await db
    .selectFrom('parties')
    .leftJoin('countries', 'countries.id', 'parties.country_id')
    .select(['parties.name', 'parties.name_en', 'parties.tax_number', 'parties.address'])
    .select(['countries.name as country', 'countries.name_en as country_en'])
    .where('parties.id', '=', id)
    .where('parties.kind', '=', 'supplier')
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found as unknown as Payee
}

const payerOf = async ({ db }: Context): Promise<PaperHead['party']> =>
  (await db
    .selectFrom('organizations')
    .select(['name', 'tax_number', 'commercial_registration', 'address'])
    .executeTakeFirstOrThrow()) as unknown as PaperHead['party']
