import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stockCounts } from '#contract/counts.ts'
import { stockPlaces } from '#contract/places/places.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { Id } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { countsPath } from '../routes/paths.ts'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
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
  const { uses_places } = useUser().organization
  const date = useWatched(facts.form, 'count_date')
  const place = String(useWatched(facts.form, 'place_id') ?? '')
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
        {uses_places && (
          <SelectField name="place_id" call={optionsOf(stockPlaces)} description={t('counts.place_hint')} />
        )}
        <TextareaField name="notes" rows={2} />
      </FormSection>
      <CountSheet
        form={facts.form}
        date={String(date ?? '')}
        place={place}
        posted={posted && place === String(values.place_id ?? '') ? posted : undefined}
      />
    </FormPage>
  )
}
