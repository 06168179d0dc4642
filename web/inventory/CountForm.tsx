import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stockCounts } from '#contract/counts.ts'
import type { Id } from '../api/resource.ts'
import { countsPath } from '../routes/paths.ts'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { CountSheet } from './CountSheet.tsx'
import type { PostedCount } from './countFigures.ts'

/** `posted` is what a count that is corrected has changed so far. */
type CountFormProps = { id: Id | null; values: Values; posted?: PostedCount }

/** A count: its day, and a sheet of all that keeps stock to write down what was found. */
export function CountForm({ id, values, posted }: CountFormProps) {
  const { t } = useTranslation('catalog')
  const navigate = useNavigate()
  const facts = useRecordForm({
    resource: stockCounts,
    id,
    values,
    onSaved: (record) => void navigate({ to: `${countsPath}/${record.id}/view` }),
  })
  const date = useWatched(facts.form, 'count_date')
  return (
    <FormPage
      title={t(`names.stock_count.${id === null ? 'new' : 'edit'}`)}
      form={facts}
      saveLabel={id === null ? t('counts.post') : undefined}
      onBack={() => void navigate({ to: countsPath })}
    >
      <FormSection title={t('counts.info')} detail={t('counts.info_detail')}>
        <DateField name="count_date" />
        <BranchField />
        <TextareaField name="notes" rows={2} />
      </FormSection>
      <CountSheet form={facts.form} date={String(date ?? '')} posted={posted} />
    </FormPage>
  )
}
