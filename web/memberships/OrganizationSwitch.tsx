import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconSwitch from '~icons/tabler/selector'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'

// Rarely opened: the menu is loaded with the first press.
const OrganizationMenu = lazy(async () => ({ default: (await import('./OrganizationMenu.tsx')).OrganizationMenu }))

type OrganizationSwitchProps = { className: string; onFollow?: (() => void) | undefined }

/** The name of the current organization, which opens the list of all organizations of the person. */
export function OrganizationSwitch({ className, onFollow }: OrganizationSwitchProps) {
  const { t } = useTranslation('shell')
  const { organization } = useUser()
  const [isWanted, setIsWanted] = useState(false)
  const target = (
    <button
      type="button"
      className={className}
      aria-haspopup="menu"
      title={`${localName(organization)} · ${t('header.switch_organization')}`}
      onClick={() => setIsWanted(true)}
    >
      <bdi>{localName(organization)}</bdi>
      <IconSwitch aria-hidden />
    </button>
  )
  if (!isWanted) return target
  return (
    <Suspense fallback={target}>
      <OrganizationMenu target={target} onFollow={onFollow} />
    </Suspense>
  )
}
