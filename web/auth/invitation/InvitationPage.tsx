import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownInvitation } from '#contract/access/memberships.ts'
import { ApiError } from '../../api/ApiError.ts'
import { useSession } from '../../api/session.ts'
import { localName } from '../../i18n/localName.ts'
import { AuthCard } from '../AuthCard.tsx'
import { showInvitation } from '../authCalls.ts'
import { PlainAlert } from '../PlainAlert.tsx'
import { JoinByPassword } from './JoinByPassword.tsx'
import { JoinSignedIn } from './JoinSignedIn.tsx'
import { RegisterByInvitation } from './RegisterByInvitation.tsx'

/** Opened by the link of an invitation: which organization, which role, and the way to accept. */
export function InvitationPage() {
  const { t } = useTranslation(['auth', 'common'])
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const [invitation, setInvitation] = useState<ShownInvitation | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    showInvitation(token).then(setInvitation, (error: unknown) =>
      setRefused(error instanceof ApiError ? error.message : ''),
    )
  }, [token])
  if (refused !== null)
    return (
      <AuthCard title={t('invitation.title')}>
        <PlainAlert tone="bad">{refused || t('common:toasts.unknown')}</PlainAlert>
      </AuthCard>
    )
  if (!invitation) return <AuthCard title={t('invitation.title')}>{t('common:states.loading')}</AuthCard>
  const { organization, role, invited_by } = invitation
  return (
    <AuthCard
      title={t('invitation.join', { organization: localName(organization) })}
      detail={t('invitation.detail', { by: invited_by, role })}
    >
      <Ways invitation={invitation} token={token} />
    </AuthCard>
  )
}

function Ways({ invitation, token }: { invitation: ShownInvitation; token: string }) {
  const { user } = useSession()
  if (user) return <JoinSignedIn user={user} email={invitation.email} token={token} />
  if (invitation.has_account) return <JoinByPassword email={invitation.email} token={token} />
  return <RegisterByInvitation email={invitation.email} token={token} />
}
