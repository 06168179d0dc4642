import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { PageName } from '../../i18n/PageWords.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { FailedState } from '../states/FailedState.tsx'
import { LoadingState } from '../states/LoadingState.tsx'

type AwaitedPageProps = {
  /** The awaited part that may fail, in the shape of a query. */
  of?: { error: unknown; data: unknown; refetch: () => unknown }
  /** Its title where that is not the one in the table of pages. */
  title?: string
  /** The way back, of what is a page of its own: its list. */
  list?: string
  /** Another way on from here. */
  children?: ReactNode
}

/** A page whose content is on its way or could not come. It has its title already: every page has one h1 at any time. */
export function LoadingPage({ of, title, list, children }: AwaitedPageProps) {
  const { t } = useTranslation('shell')
  const name = use(PageName)
  return (
    <>
      <PageHeader title={title ?? t(`pages.${name}`)} />
      {of?.error && of.data === undefined ? (
        <FailedState error={of.error} onRetry={() => void of.refetch()} list={list}>
          {children}
        </FailedState>
      ) : (
        <LoadingState />
      )}
    </>
  )
}
