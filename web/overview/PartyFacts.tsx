import { useTranslation } from 'react-i18next'
import { useWords } from '../i18n/PageWords.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { DescriptionList, type Fact } from '../ui/fields/DescriptionList.tsx'
import classes from './Overview.module.css'
import { OverviewPart } from './OverviewPart.tsx'
import type { PartyRecord } from './PartyRecord.ts'

/** Who it is and how it is reached; what is not known is not said. */
export function PartyFacts({ record }: { record: PartyRecord }) {
  const { t } = useTranslation('overview')
  const { t: word } = useWords()
  const figures = ['tax_number', 'commercial_registration', 'mobile', 'phone', 'email'] as const
  const { building_number, street, district, postal_code, address } = record as typeof record &
    Record<string, string | null>
  const place = [building_number, street, district, postal_code, address].filter(Boolean).join('، ')
  const facts: Fact[] = [
    ...figures.flatMap((name): Fact[] =>
      record[name] ? [[word(`fields.${name}`), <Num key={name}>{record[name]}</Num>]] : [],
    ),
    ...(record.payment_terms_days
      ? [[t('terms'), <bdi key="terms">{t('days', { number: record.payment_terms_days })}</bdi>] as Fact]
      : []),
    ...(place ? [[word('fields.address'), <bdi key="place">{place}</bdi>] as Fact] : []),
  ]
  if (facts.length === 0) return null
  return (
    <OverviewPart title={t('parts.facts')}>
      <DescriptionList facts={facts} className={classes.facts} />
    </OverviewPart>
  )
}
