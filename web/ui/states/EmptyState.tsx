import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconEmpty from '~icons/tabler/inbox'
import { Notice } from './Notice.tsx'

type EmptyStateProps = {
  /** The purpose of the list, of one that was never filled; without it, the specified "please try again" is shown. */
  hint?: string
  children?: ReactNode
}

/** Empty, or nothing found. The first action is inside. */
export function EmptyState({ hint, children }: EmptyStateProps) {
  const { t } = useTranslation('common')
  const detail = hint ?? t('list.try_again')
  return (
    <Notice icon={<IconEmpty />} title={t('list.no_result')} detail={detail}>
      {children}
    </Notice>
  )
}
