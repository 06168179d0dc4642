import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { defaultYear, type YearType, yearTypes } from '#ledger/calendar/periods.ts'
import { useField } from '../ui/form/useField.ts'
import { today } from '../ui/today.ts'

/** The kind of year; choosing one proposes the day it ends on, in the year it begins in. */
export function YearTypeField() {
  const { t } = useTranslation('years')
  const { key, form, control } = useField('type')
  const propose = (type: YearType) => {
    const start = String(form.getValues().started_at || today())
    const dates = defaultYear(type, Number(start.slice(0, 4)))
    if (dates) form.setFieldValue('ended_at', dates.ended_at)
  }
  return (
    <Select
      key={key}
      {...control}
      data={yearTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))}
      allowDeselect={false}
      onChange={(type) => {
        control.onChange(type)
        if (type) propose(type as YearType)
      }}
    />
  )
}
