import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicPage } from '#contract/sharing/public-page.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useSingleFlight } from '../api/useSingleFlight.ts'
import classes from './PublicPage.module.css'

type AnswerOfferProps = { token: string; shared: PublicPage }

/** A quotation is accepted or declined by its reader; an answer that was given is shown with its name. */
export function AnswerOffer({ token, shared: { offer, state } }: AnswerOfferProps) {
  const { t } = useTranslation('publicPage')
  if (!offer) return null
  if (state === 'offered') return <Answer token={token} version={offer.version} />
  const isAnswered = state === 'accepted' || state === 'declined'
  if (isAnswered && !offer.answered_by) return null
  return (
    <p className={classes.card} role="status">
      {t(`offer.${state}`, { name: offer.answered_by })}
    </p>
  )
}

function Answer({ token, version }: { token: string; version: number }) {
  const { t } = useTranslation(['publicPage', 'common'])
  const queries = useQueryClient()
  const [typed, setTyped] = useState({ name: '', reason: '' })
  const [sending, setSending] = useState<'accept' | 'decline' | null>(null)
  const [refusal, setRefusal] = useState('')
  const send = useSingleFlight(async (answer: 'accept' | 'decline') => {
    setSending(answer)
    setRefusal('')
    try {
      const path = { method: 'POST', path: '/shared/:token/answer' } as const
      await request(path, { params: { token }, body: { ...typed, answer, version } })
      await queries.invalidateQueries({ queryKey: ['/shared', token] })
    } catch (error) {
      setRefusal(
        (error instanceof ApiError && (Object.values(error.fields)[0] ?? error.message)) || t('common:toasts.offline'),
      )
    }
    setSending(null)
  })
  const accept = (event: FormEvent) => {
    event.preventDefault()
    void send('accept')
  }
  const put = (name: 'name' | 'reason') => (value: string) => setTyped((before) => ({ ...before, [name]: value }))
  return (
    <section className={classes.card}>
      <h2>{t('offer.title')}</h2>
      <p>{t('offer.detail')}</p>
      <form onSubmit={accept} className={classes.form}>
        <label>
          {t('offer.name')}
          <input
            required
            value={typed.name}
            maxLength={100}
            onChange={({ currentTarget }) => put('name')(currentTarget.value)}
          />
        </label>
        <label>
          {t('offer.reason')}
          <input
            value={typed.reason}
            maxLength={300}
            onChange={({ currentTarget }) => put('reason')(currentTarget.value)}
          />
        </label>
        {refusal && (
          <p className={classes.warning} role="alert">
            {refusal}
          </p>
        )}
        <p className={classes.downloads}>
          <button type="submit" className={classes.button} aria-busy={sending === 'accept'}>
            {t('offer.accept')}
          </button>
          <button
            type="button"
            className={classes.plain}
            aria-busy={sending === 'decline'}
            onClick={({ currentTarget }) => currentTarget.form?.reportValidity() && void send('decline')}
          >
            {t('offer.decline')}
          </button>
        </p>
      </form>
    </section>
  )
}
