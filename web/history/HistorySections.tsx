import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Attachment, attachmentCalls } from '#contract/attachments.ts'
import { historyCalls, type JournalSource, type PostedEntry, type Revision } from '#contract/history.ts'
import type { Call } from '#contract/kit/resource.ts'
import { request } from '../api/client.ts'
import type { Id } from '../api/resource.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { Attachments } from './Attachments.tsx'
import { EntryCard } from './EntryCard.tsx'
import classes from './History.module.css'
import type { RecordHistoryProps } from './RecordHistory.tsx'
import { RevisionList } from './RevisionList.tsx'

/** Sections that open on demand and ask the server only then. */
export function HistorySections({ name, id, below }: RecordHistoryProps) {
  const { t } = useTranslation('history')
  const posted = name in historyCalls ? historyCalls[name as JournalSource['name']] : null
  return (
    <div className={classes.history} data-below={below}>
      <Section title={t('attachments.title')} call={attachmentCalls[name].list} id={id}>
        {(papers) => <Attachments name={name} id={id} papers={papers as Attachment[]} />}
      </Section>
      {posted && <Posted calls={posted} id={id} />}
    </div>
  )
}

type PostedCalls = (typeof historyCalls)[JournalSource['name']]
/** The entries of a record that posts, and what it was before each correction. */
function Posted({ calls: { entries, revisions }, id }: { calls: PostedCalls; id: Id }) {
  const { t } = useTranslation('history')
  return (
    <>
      <Section title={t('entries.title')} call={entries} id={id} empty={t('entries.none')}>
        {(rows) => (rows as PostedEntry[]).map((entry) => <EntryCard key={entry.id} entry={entry} />)}
      </Section>
      <Section title={t('revisions.title')} call={revisions} id={id} empty={t('revisions.none')}>
        {(rows) => <RevisionList revisions={rows as Revision[]} />}
      </Section>
    </>
  )
}

type SectionProps = {
  title: string
  call: Call & { answer?: z.ZodType }
  id: Id
  /** Without totals the rows are enough. */
  empty?: string
  children: (rows: readonly unknown[]) => ReactNode
}

function Section({ title, call, id, empty, children }: SectionProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes.section} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && (
        <Rows call={call} id={id} empty={empty}>
          {children}
        </Rows>
      )}
    </details>
  )
}

function Rows({ call, id, empty, children }: Omit<SectionProps, 'title'>) {
  const rows = useQuery({
    queryKey: [call.path, 'answer', String(id)],
    queryFn: async ({ signal }) => (await request<{ data: unknown[] }>(call, { params: { id }, signal })).data,
    staleTime: 0,
  })
  if (rows.error) return <FailedState error={rows.error} onRetry={() => void rows.refetch()} />
  if (!rows.data) return <LoadingState />
  return rows.data.length === 0 && empty ? <p className={classes.empty}>{empty}</p> : children(rows.data)
}
