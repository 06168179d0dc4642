import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailStops } from '#contract/sharing/mail-stops.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useSingleFlight } from '../api/useSingleFlight.ts'
import { nameOf, PublicFrame, RefusedLink } from './PublicFrame.tsx'
import classes from './PublicPage.module.css'

/** The page of the link below a mail: its reader stops the mail of an organization, or allows it again. */
export function StopMailPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  return (
    <PublicFrame>
      <Stops token={token} />
    </PublicFrame>
  )
}

function Stops({ token }: { token: string }) {
  const { t } = useTranslation('publicPage')
  const stops = useQuery({
    queryKey: ['/mail-stops', token],
    queryFn: async ({ signal }) =>
      (await request<{ data: MailStops }>({ method: 'GET', path: '/mail-stops/:token' }, { params: { token }, signal }))
        .data,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (stops.error) return <RefusedLink error={stops.error} onRetry={() => void stops.refetch()} />
  if (!stops.data) return <p role="status">{t('loading')}</p>
  const { organization, addresses } = stops.data
  return (
    <section className={classes.card}>
      <h1>{t('stop_title', { organization: nameOf(organization) })}</h1>
      <p>{t('stop_detail')}</p>
      {addresses.map((one) => (
        <Address key={one.address} token={token} {...one} onDone={() => stops.refetch()} />
      ))}
    </section>
  )
}

type AddressProps = MailStops['addresses'][number] & { token: string; onDone: () => Promise<unknown> }

function Address({ token, address, is_stopped, onDone }: AddressProps) {
  const { t } = useTranslation(['publicPage', 'common'])
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState('')
  const change = useSingleFlight(async () => {
    setIsSending(true)
    setRefusal('')
    try {
      const path = { method: 'POST', path: '/mail-stops/:token' } as const
      await request(path, { params: { token }, body: { address, is_stopped: !is_stopped } })
      await onDone()
    } catch (error) {
      setRefusal((error instanceof ApiError && error.message) || t('common:toasts.offline'))
    }
    setIsSending(false)
  })
  return (
    <p className={classes.downloads}>
      <bdi dir="ltr">{address}</bdi>
      <span role="status">{t(is_stopped ? 'stopped' : 'not_stopped')}</span>
      <button type="button" className={classes.button} aria-busy={isSending} onClick={() => void change()}>
        {t(is_stopped ? 'allow_mail' : 'stop_mail')}
      </button>
      {refusal && (
        <span className={classes.warning} role="alert">
          {refusal}
        </span>
      )}
    </p>
  )
}
