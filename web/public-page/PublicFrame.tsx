import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/ApiError.ts'
import { queryClient } from '../api/queryClient.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { LanguageSwitch } from '../i18n/LanguageSwitch.tsx'
import classes from './PublicPage.module.css'

/** The frame of a page for readers without a session. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.page}>
        <main className={classes.main}>{children}</main>
        <footer className={classes.footer}>
          <LanguageSwitch />
          <span>{t('product')}</span>
        </footer>
      </div>
    </QueryClientProvider>
  )
}

/** Why a link opens nothing, and a way to ask again where that may help. */
export function RefusedLink({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('publicPage')
  const status = error instanceof ApiError ? error.status : 0
  const [title, detail] =
    status === 410
      ? [t('ended'), t('ended_detail')]
      : status === 404
        ? [t('unknown'), t('unknown_detail')]
        : [t('failed'), status === 429 ? t('busy') : '']
  return (
    <section className={classes.card} role="alert">
      <h1>{title}</h1>
      {detail && <p>{detail}</p>}
      {status !== 410 && status !== 404 && (
        <button type="button" className={classes.button} onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </section>
  )
}

export const nameOf = ({ name, name_en }: { name: string; name_en: string | null }): string =>
  currentLanguage() === 'en' ? (name_en ?? name) : name
