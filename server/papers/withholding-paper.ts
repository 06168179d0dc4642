import { sql } from 'kysely'
import { printedAddress } from '#contract/fields/national-address.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import {
  type OrganizationHead,
  organizationOf,
  type PartyRow,
  partyHeaderSql,
} from '#server/documents/document-header-sql.ts'
import { fact, figureText, moneyText, ownCurrency, paperColumns, paperHead } from '#server/paper-kit/paper-parts.ts'
import { bilingual, type PaperHead, type PaperWords, partyBlock, twoNames } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'
import { type CertifiedRow, certifiedRows, yearDays } from '#server/withholding/payee-years.ts'

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
  const [rows, { payer, payee, country }] = await Promise.all([
    certifiedRows(context, supplier, yearDays(year)),
    partiesOf(context, supplier),
  ])
  if (rows.length === 0) throw new Refusal('not_found')
  const say = bilingual(context.services.words)
  const [own, head] = await Promise.all([ownCurrency(context), paperHead(context, payer)])
  const open = rows.some(({ filing }) => filing === null)
  const state = say(`sheet.certificate_${open ? 'open' : 'filed'}`)
  const figure = (amount: string) => figureText(amount, own.decimals)
  return {
    ...head,
    title: say(`sheet.titles.withholding_certificate${open ? '_open' : ''}`),
    number: `WHT-${year}-${supplier}`,
    created_at: rows.at(-1)?.day ?? `${year}-12-31`,
    blocks: [
      partyBlock(say, 'withholding_payer', printed({ ...payer, name_en: null })),
      partyBlock(say, 'payee', printed(payee)),
    ],
    facts: [
      fact(say, 'certificate_year', String(year)),
      ...(country ? [fact(say, 'country', bothNames(country))] : []),
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

const bothNames = ({ name, name_en }: BothNames) => (name_en && name_en !== name ? `${name} · ${name_en}` : name)

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

type BothNames = { name: string; name_en: string | null }
type Parties = { payer: OrganizationHead; payee: PartyRow | null; country: BothNames | null }

/** Both parties as they are on the day of printing. */
async function partiesOf({ db, session }: Context, supplier: number) {
  const own = session.organization_id
  const { rows } = await sql<Parties>`
    SELECT ${organizationOf(own)} AS payer, ${partyHeaderSql(own, sql`party.id = ${supplier} AND party.kind = 'supplier'`)} AS payee,
      (SELECT json_build_object('name', country.name, 'name_en', country.name_en) FROM parties AS party
        JOIN countries AS country ON country.id = party.country_id
        WHERE party.organization_id = ${own} AND party.id = ${supplier}) AS country`.execute(db)
  const { payer, payee, country } = rows[0] as Parties
  if (!payee) throw new Refusal('not_found')
  return { payer, payee, country }
}

/** A party with its address as papers print it. The head of the paper has the English name of the organization. */
const printed = (party: PartyRow | OrganizationHead) =>
  // A party without the parts that only documents have, and this paper does not print.
  ({ ...party, address: printedAddress(party) }) as unknown as PaperHead['party']
