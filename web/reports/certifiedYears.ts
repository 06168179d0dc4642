import type { Sheet } from '#contract/reports/sheet.ts'

export type CertifiedYear = { id: number; label: Sheet['rows'][number]['label']; year: number }

/** The payees of the report by payee with each year in which it shows a payment, the latest first. */
export function certifiedYears({ rows }: Sheet): CertifiedYear[] {
  const found: CertifiedYear[] = []
  let payee: Omit<CertifiedYear, 'year'> | null = null
  for (const { key, label, texts } of rows) {
    const [kind, id] = key.split(':')
    if (kind === 'payee') payee = { id: Number(id), label }
    const year = Number(String(texts.date ?? '').slice(0, 4))
    if (kind !== 'payment' || !payee || !year) continue
    const { id: of } = payee
    if (!found.some((one) => one.id === of && one.year === year)) found.push({ ...payee, year })
  }
  return found.toSorted((one, other) => other.year - one.year)
}
