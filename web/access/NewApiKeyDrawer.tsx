import { useTranslation } from 'react-i18next'
import { apiKeys } from '#contract/access/api-keys.ts'
import type { PermissionCard } from '#contract/access/people.ts'
import { permissionCategories } from '#contract/access/permissions.ts'
import { PermissionCards } from '../people/PermissionCards.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { dayAt } from '../ui/today.ts'

const quarter_ms = 90 * 86_400_000
const cards: readonly PermissionCard[] = Object.entries(permissionCategories).map(([key, permissions], index) => ({
  id: index + 1,
  key,
  permissions: permissions.map((permission, place) => ({ id: place + 1, key: permission, value: false })),
}))

type NewApiKeyDrawerProps = { onClose: () => void; onMade: (key: string) => void }

/** A new key: what for, until when, and what it may do. The key is shown once, by the caller. */
export function NewApiKeyDrawer({ onClose, onMade }: NewApiKeyDrawerProps) {
  const { t } = useTranslation('access')
  return (
    <ActionDrawer
      title={t('names.api_key.new')}
      call={apiKeys.calls.create}
      params={{}}
      values={{
        name: '',
        expires_on: dayAt(new Date(Date.now() + quarter_ms)),
        requests_per_minute: '600',
        permissions: [],
      }}
      saveLabel={t('keys.create')}
      onClose={onClose}
      onDone={(made) => onMade((made as { key: string | null }).key ?? '')}
    >
      <TextField name="name" description={t('keys.name_hint')} />
      <DateField name="expires_on" />
      <NumberField name="requests_per_minute" />
      <Permissions />
    </ActionDrawer>
  )
}

function Permissions() {
  const { form } = useFormScope()
  return <PermissionCards form={{ form }} cards={cards} />
}
