import { lazy, Suspense } from 'react'
import { type AttachmentSource, attachmentCalls } from '#contract/attachments.ts'
import type { Id } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'

const HistorySections = lazy(async () => {
  await loadWords(['history'])
  return { default: (await import('./HistorySections.tsx')).HistorySections }
})

export type RecordHistoryProps = {
  name: AttachmentSource['name']
  id: Id
  /** The element above, whose width it takes: a sheet of paper, or a form or table of full width. */
  below?: 'sheet' | 'page'
}

/** Below a record, collapsed: its attachments, and where it posts its entries and the versions before each correction. */
export function RecordHistory({ name, id, below = 'sheet' }: RecordHistoryProps) {
  const can = useCan()
  if (!can(...(attachmentCalls[name].list.admission as readonly string[]))) return null
  return (
    <Suspense>
      <HistorySections name={name} id={id} below={below} />
    </Suspense>
  )
}
