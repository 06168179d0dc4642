import { useTranslation } from 'react-i18next'
import { organizationCalls } from '#contract/organization.ts'
import { refreshUser } from '../api/session.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ImageField } from '../ui/fields/ImageField.tsx'
import { valuesOf } from '../ui/form/valuesOf.ts'

const words = ['organization']

/** The logo of the organization, over another page. */
export default function LogoDrawer({ onClose }: { onClose: () => void }) {
  return (
    <PageWords value={words}>
      <OpenDrawer onClose={onClose} />
    </PageWords>
  )
}

function OpenDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const stored = useCallQuery(organizationCalls.show).data
  if (!stored) return null
  return (
    <ActionDrawer
      title={t('logo.title')}
      call={organizationCalls.update}
      params={{}}
      values={{ ...valuesOf(stored, {}), logo_file: undefined }}
      saveLabel={t('logo.save')}
      onClose={onClose}
      onDone={refreshUser}
    >
      <p>{t('logo.detail')}</p>
      <ImageField name="logo_file" stored={stored.logo} />
    </ActionDrawer>
  )
}
