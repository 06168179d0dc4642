import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { defaultYear } from '#ledger/periods.ts'
import { DrawerForm } from '../drawer/DrawerForm.tsx'
import { DateField } from '../fields/DateField.tsx'
import { TextareaField } from '../fields/TextareaField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { today } from '../kit/today.ts'
import { YearTypeField } from './YearTypeField.tsx'

/** A financial year: its name, its kind and its dates, which begin as the present calendar year. */
export function YearDrawer() {
  const { t } = useTranslation('years')
  const year = Number(today().slice(0, 4))
  return (
    <DrawerForm defaults={{ type: 'yearly', ...defaultYear('yearly', year) }}>
      {(values) => (
        <>
          <TextField name="name" />
          <YearTypeField />
          <DateField name="started_at" />
          <DateField name="ended_at" />
          <TextareaField name="description" />
          {values.id === undefined && (
            <Text size="sm" c="var(--muted)">
              {t('new_hint')}
            </Text>
          )}
        </>
      )}
    </DrawerForm>
  )
}
