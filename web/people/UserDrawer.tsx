import { useTranslation } from 'react-i18next'
import { roles, userCalls } from '#contract/access/people.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { KeptPlaces } from '../accounting-ui/KeptPlaces.tsx'
import { PlaceField } from '../accounting-ui/PlaceField.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import { refreshUser, useUser } from '../api/session.ts'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ImageField } from '../ui/fields/ImageField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { PasswordField } from './PasswordField.tsx'

/** For a person who lost phone and recovery codes. */
function ResetSecondFactor({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('people')
  return (
    <div>
      <ConfirmDialog
        call={userCalls.resetSecondFactor}
        params={{ id }}
        label={t('reset_factor.action')}
        question={t('reset_factor.question', { name })}
        facts={[]}
      />
    </div>
  )
}

const defaults = { status: 'inactive', avatar_file: undefined, password: '' }

/** A user: who it is, how it signs in, what it may do. */
export function UserDrawer() {
  const { t } = useTranslation('people')
  const self = useUser().id
  return (
    <DrawerForm defaults={defaults} onSaved={({ id }) => id === self && refreshUser()}>
      {(values) => (
        <>
          <ImageField name="avatar_file" stored={(values.avatar as string) || null} />
          <TextField name="name" />
          <LtrTextField
            name="email"
            inputMode="email"
            {...(values.owns_credentials === true && { readOnly: true, description: t('hints.own_credentials') })}
          />
          <LtrTextField name="mobile" inputMode="tel" />
          {values.owns_credentials !== true && (
            <PasswordField
              name="password"
              description={t(values.id === undefined ? 'hints.password_new' : 'hints.password_stored')}
            />
          )}
          <SelectField name="role_id" call={optionsOf(roles)} known={(values.role as Choosable) || null} />
          <PlaceField hint="of_user" />
          <KeptPlaces />
          <StatusField description={t('hints.status')} />
          {values.has_second_factor === true && values.owns_credentials !== true && values.id !== self && (
            <ResetSecondFactor id={values.id as number} name={values.name as string} />
          )}
        </>
      )}
    </DrawerForm>
  )
}
