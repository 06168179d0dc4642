import { useTranslation } from 'react-i18next'
import { retentionBases } from '#ledger/retention/retention.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { FormFields } from '../ui/form/FormSection.tsx'

/** What the payer keeps: a percentage, of what, and until when. */
export function RetentionFields({ isUsed }: { isUsed: boolean }) {
  const { t } = useTranslation('retention')
  const bases = retentionBases.map((value) => ({ value, label: t(`bases.${value}`) }))
  return (
    <FoldedSection title={t('section')} detail={t('hint')} isUsed={isUsed}>
      <FormFields>
        <NumberField name="retention_percent" suffix="%" />
        <ChoiceField name="retention_basis" choices={[{ value: '', label: t('no_basis') }, ...bases]} />
        <DateField name="retention_release_date" description={t('release_hint')} />
      </FormFields>
    </FoldedSection>
  )
}
