import type { Side } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireParty, saveParty } from '#server/parties/save-party.ts'
import { foldWord } from '#server/reading/values/words.ts'
import { deleteRow } from '#server/resource/table.ts'
import type { ImportBody, ImportBook, ImportRules, Made } from './import-kind.ts'
import { nameIndex } from './name-index.ts'
import { restorable } from './restorable.ts'
import { stagedMap } from './staged-map.ts'
import { tidyParty } from './tidy-party.ts'

/** Customers or suppliers. The same VAT number, or else the same name, is the same party. */
export const partyImport = (side: Side): ImportRules => ({
  schema: parties[side.name].input,
  order: 'together',
  open: (context) => openParties(context, side),
  undo: async (context, { id, before }) => {
    await requireParty(context, side, id)
    if (before === null) await deleteRow(context, 'parties', id)
    else await saveParty(context, side, id, await restorable(context, 'parties', id, before))
  },
})

const columns = [
  'name',
  'name_en',
  'email',
  'phone',
  'mobile',
  'type',
  'status',
  'tax_number',
  'commercial_registration',
  'country_id',
  'city_id',
  'city_name',
  'street',
  'building_number',
  'additional_number',
  'district',
  'postal_code',
  'address',
  'payment_terms_days',
  'credit_limit',
  'credit_lifted_until',
  'credit_lift_reason',
] as const

async function openParties({ db }: Context, side: Side): Promise<ImportBook> {
  const [countries, cities, stored] = await Promise.all([
    db.selectFrom('countries').select(['id', 'code', 'name', 'name_en']).execute(),
    db.selectFrom('cities').select(['id', 'name', 'name_en']).execute(),
    db.selectFrom('parties').select(['id', 'name', 'tax_number']).where('kind', '=', side.party).execute(),
  ])
  const countryNames = nameIndex(countries.map((row) => [row.id, row.code, row.name, row.name_en] as const))
  const cityNames = nameIndex(cities.map((row) => [row.id, row.name, row.name_en] as const))
  const known = stagedMap<number | 'pending'>()
  /** Names that several parties with different VAT numbers share. */
  const shared = new Set<string>()
  const add: ImportBook['add'] = (body, id) => {
    const [, name = ''] = keysOf(body)
    if (body.tax_number && known.get(name) !== undefined && known.get(name) !== id) shared.add(name)
    for (const key of keysOf(body)) if (typeof known.get(key) !== 'number') known.set(key, id)
  }
  const find = (body: ImportBody) =>
    soughtKeys(body)
      .map((key) => known.get(key))
      .find((id) => id !== undefined)
  for (const row of stored) add(row, row.id)
  known.keep()
  return {
    resolve: {
      country_id: (text) => countryNames.find(text) ?? countryNames.find(homeWords.has(foldWord(text)) ? 'SA' : ''),
      city_id: cityNames.find,
      payment_terms_days: termsOf,
    },
    tidy: tidyParty,
    match: find,
    add,
    keep: known.keep,
    drop: known.drop,
    create: async (context, body) => [
      { resource: side.party, id: await saveParty(context, side, null, body), before: null },
    ],
    update: (context, id, body) => {
      // Which of them the row changes is not known.
      if (!body.tax_number && shared.has(soughtKeys(body)[1] as string))
        throw new Refusal('import_name_of_several', { field: 'name' })
      return mergeParty(context, side, id, body)
    },
  }
}

const homeWords = new Set(
  ['ksa', 'sau', 'saudi', 'kingdom of saudi arabia', 'السعودية', 'المملكة', 'المملكة السعودية'].map(foldWord),
)

/** 30, Net 30, 30 days, due on receipt. */
function termsOf(cell: string): string | undefined {
  const folded = foldWord(cell)
  if (/^(due on receipt|due upon receipt|immediate|immediate payment|cash|cod|عند استلام|فوري|نقدا|نقدي)$/.test(folded))
    return '0'
  return /^(?:net )?(\d{1,3})(?: days| day| net|d| يوم| يوما| ايام)?$/.exec(folded)?.[1]
}

const partsOf = ({ name, tax_number }: ImportBody) => ({
  number: String(tax_number ?? '').replace(/\s/g, ''),
  folded: foldWord(String(name ?? '')),
})

/** What a party is found by: its VAT number, and its name with and without it. */
function keysOf(body: ImportBody): string[] {
  const { number, folded } = partsOf(body)
  return number ? [`tax ${number}`, `name ${folded}`] : [`name ${folded}`, `bare ${folded}`]
}

/**
 * A VAT number tells more than a name: two parties of one name with different numbers are two. Where a number is missing on either side,
 * the name decides.
 */
function soughtKeys(body: ImportBody): string[] {
  const { number, folded } = partsOf(body)
  return number ? [`tax ${number}`, `bare ${folded}`] : [`bare ${folded}`, `name ${folded}`]
}

async function mergeParty(context: Context, side: Side, id: number, body: ImportBody): Promise<Made[]> {
  const stored = await context.db
    .selectFrom('parties')
    .select(columns)
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { version, ...before } = stored
  await saveParty(context, side, id, parties[side.name].input.parse({ ...before, ...body }))
  return [{ resource: side.party, id, before: { ...before, version: version + 1 } }]
}
