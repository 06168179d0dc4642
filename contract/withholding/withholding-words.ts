import type { WithholdingType } from '#ledger/law/withholding.ts'

/** What a payment to a non-resident is for, as files say it. */
export const withholdingWords = {
  management_fees: ['أتعاب إدارة', 'management fees', 'management_fees'],
  royalties: ['إتاوات', 'royalties'],
  rent: ['إيجار', 'rent'],
  technical_services: ['خدمات فنية واستشارية', 'technical services', 'technical_services'],
  technical_services_related: ['خدمات فنية واستشارية من طرف مرتبط', 'technical_services_related'],
  telecommunications: ['اتصالات دولية', 'telecommunications'],
  telecommunications_related: ['اتصالات دولية من طرف مرتبط', 'telecommunications_related'],
  tickets_and_freight: ['تذاكر طيران وشحن', 'air tickets and freight', 'tickets_and_freight'],
  dividends: ['توزيعات أرباح', 'dividends'],
  loan_charges: ['عوائد قروض', 'loan charges', 'loan_charges'],
  insurance: ['تأمين وإعادة تأمين', 'insurance'],
  other_services: ['خدمات أخرى', 'other services', 'other_services'],
} satisfies Record<WithholdingType, string[]>
