/** What sending fills in (server/sharing/sending-words.ts). */
export const blanks = [
  'document',
  'number',
  'date',
  'due_date',
  'total',
  'remaining',
  'party',
  'organization',
  'link',
] as const
type Blank = (typeof blanks)[number]

/** Facts of an invoice that does not exist. */
const samples: Record<'ar' | 'en', Record<Blank, string>> = {
  ar: {
    document: 'فاتورة',
    number: 'INV-0001',
    date: '2026-01-15',
    due_date: '2026-02-14',
    total: '1,150.00 ريال',
    remaining: '1,150.00 ريال',
    party: 'مؤسسة الربيع',
    organization: 'منشأتك',
    link: 'https://…',
  },
  en: {
    document: 'Invoice',
    number: 'INV-0001',
    date: '2026-01-15',
    due_date: '2026-02-14',
    total: '1,150.00 SAR',
    remaining: '1,150.00 SAR',
    party: 'Al Rabee',
    organization: 'Your company',
    link: 'https://…',
  },
}

/** A text with its known places filled; others remain as they were typed. Each fact is an isolate, as it has a direction of its own. */
export const filledSample = (text: string, language: 'ar' | 'en'): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const fact = samples[language][name as Blank]
    return fact === undefined ? place : `\u2068${fact}\u2069`
  })
