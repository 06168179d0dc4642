import type { LawTable } from './dated.ts'

/** What is paid to someone abroad, as the law of income tax tells payments apart. `related`: to a head office or a related party. */
export const withholdingTypes = [
  'management_fees',
  'royalties',
  'rent',
  'technical_services',
  'technical_services_related',
  'telecommunications',
  'telecommunications_related',
  'tickets_and_freight',
  'dividends',
  'loan_charges',
  'insurance',
  'other_services',
] as const
export type WithholdingType = (typeof withholdingTypes)[number]

const onStrangers = {
  management_fees: '20',
  royalties: '15',
  rent: '5',
  technical_services: '5',
  telecommunications: '5',
  tickets_and_freight: '5',
  dividends: '5',
  loan_charges: '5',
  insurance: '5',
  other_services: '15',
} as const

/** Percent withheld from a payment to a non-resident without an establishment, by the day of the payment. A treaty may lower it. */
export const withholdingRates: LawTable<Record<WithholdingType, string>> = [
  {
    from: '2004-07-30',
    values: { ...onStrangers, technical_services_related: '15', telecommunications_related: '15' },
    source: 'Income Tax Law, article 68, and its by-laws, article 63',
    state: 'unconfirmed',
  },
  {
    from: '2023-09-15',
    values: { ...onStrangers, technical_services_related: '5', telecommunications_related: '5' },
    source: 'Income Tax Law, article 68, and its by-laws, article 63, as amended by resolution 25 of 2023',
    state: 'unconfirmed',
  },
]
