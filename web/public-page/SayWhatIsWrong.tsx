import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useSingleFlight } from '../api/useSingleFlight.ts'
import classes from './PublicPage.module.css'

/** A note to the sender. Drawn without the component library, as this page is opened once. */
export function SayWhatIsWrong({ token }: { token: string }) {
  const { t } = useTranslation(['publicPage', 'common'])
  const [typed, setTyped] = useState({ name: '', remark: '' })
  const [result, setResult] = useState<'open' | 'sending' | 'sent'>('open')
  const [refusal, setRefusal] = useState('')
  const send = useSingleFlight(async () => {
    setResult('sending')
    setRefusal('')
    try {
      const path = { method: 'POST', path: '/shared/:token/remarks' } as const
      await request(path, { params: { token }, body: typed })
      setResult('sent')
    } catch (error) {
      setResult('open')
      setRefusal((error instanceof ApiError && error.message) || t('common:toasts.offline'))
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  if (result === 'sent')
    return (
      <p className={classes.card} role="status">
        {t('sent')}
      </p>
    )
  return (
    <details className={classes.card}>
      <summary>{t('wrong')}</summary>
      <p>{t('wrong_detail')}</p>
      <form onSubmit={submit} className={classes.form}>
        <label>
          {t('name')}
          <input
            value={typed.name}
            maxLength={100}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, name: value }))}
          />
        </label>
        <label>
          {t('remark')}
          <textarea
            required
            rows={4}
            maxLength={2000}
            value={typed.remark}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, remark: value }))}
          />
        </label>
        {refusal && (
          <p className={classes.warning} role="alert">
            {refusal}
          </p>
        )}
        <button type="submit" className={classes.button} aria-busy={result === 'sending'}>
          {t('send')}
        </button>
      </form>
    </details>
  )
}
