import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { defaultYear } from '#ledger/calendar/periods.ts'
import { Num } from '../ui/cells/Num.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { DescriptionList } from '../ui/fields/DescriptionList.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { today } from '../ui/today.ts'
import classes from './Years.module.css'
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
          {values.status === 'closed' ? <YearDates values={values} /> : <TypeAndDates />}
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

function TypeAndDates() {
  return (
    <>
      <YearTypeField />
      <DateField name="started_at" />
      <DateField name="ended_at" />
    </>
  )
}

/** The dates of a closed year are read-only: only name and description can change. */
function YearDates({ values }: { values: Values }) {
  const { t } = useTranslation(['years', 'common'])
  return (
    <>
      <DescriptionList
        className={classes.standing}
        facts={(['started_at', 'ended_at'] as const).map((name) => [
          t(`fields.financial_year.${name}`),
          <Num key={name}>{String(values[name])}</Num>,
        ])}
      />
      <Text size="sm" c="var(--muted)">
        {t('closed_hint')}
      </Text>
    </>
  )
}
