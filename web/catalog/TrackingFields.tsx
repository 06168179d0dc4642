import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { trackings } from '#contract/fields/lot-rows.ts'
import { useUser } from '../api/session.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'

/** How the pieces of a product are told apart, for who uses batches and serial numbers. */
export function TrackingFields() {
  const { uses_lots } = useUser().organization
  return uses_lots ? <Tracking /> : null
}

function Tracking() {
  const { t } = useTranslation('catalog')
  const { form } = useFormScope()
  const [tracking, setTracking] = useState(String(form.getValues().tracking ?? 'none'))
  form.watch('tracking', ({ value }) => {
    setTracking(String(value))
    if (value !== 'batch') form.setFieldValue('tracks_expiry', false)
  })
  return (
    <>
      <ChoiceField
        name="tracking"
        choices={trackings.map((value) => ({ value, label: t(`trackings.${value}`) }))}
        description={t('tracking_hint')}
      />
      {tracking === 'batch' && <SwitchField name="tracks_expiry" />}
    </>
  )
}
