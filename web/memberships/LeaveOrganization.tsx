import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contract/access/auth.ts'
import { membershipCalls } from '#contract/access/memberships.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { continueIn, signOut } from '../api/session.ts'
import { showFailure } from '../api/toasts.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { DialogForm } from '../ui/fields/DialogForm.tsx'
import classes from './Memberships.module.css'

type LeaveAnswer = { data: { token: string; user: SessionUser } | null }

/** The person leaves the current organization. The session continues in another one, if there is one. */
export function LeaveOrganization({ name }: { name: string }) {
  const { t } = useTranslation('memberships')
  const [isAsking, setIsAsking] = useState(false)
  const leave = useSubmitOnce({
    mutationFn: () => request<LeaveAnswer>(membershipCalls.leave),
    onSuccess: ({ data }) => (data ? continueIn(data) : signOut()),
    onError: (error) => showFailure('update_failed', error),
  })
  const refused = leave.error instanceof ApiError && leave.error.status < 500 ? leave.error : null
  return (
    <>
      <Button variant="subtle" size="compact-xs" onClick={() => setIsAsking(true)}>
        {t('leave.action')}
      </Button>
      {isAsking && (
        <DialogForm
          title={t('leave.title', { name })}
          isPending={leave.isPending}
          onSubmit={() => leave.mutate()}
          onClose={() => setIsAsking(false)}
        >
          <p className={classes.hint}>{t('leave.question')}</p>
          {refused && (
            <p className={classes.refused} role="alert">
              {refused.message}
            </p>
          )}
        </DialogForm>
      )}
    </>
  )
}
