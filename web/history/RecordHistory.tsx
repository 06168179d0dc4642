import { lazy, Suspense } from 'react'
import { historyCalls, type JournalSource } from '#contract/history.ts'
import type { Id } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../words/i18n.ts'

const HistorySections = lazy(async () => {
  await loadWords(['history'])
  return { default: (await import('./HistorySections.tsx')).HistorySections }
})

export type RecordHistoryProps = {
  name: JournalSource['name']
  id: Id
  /** It stands below a form or a table and not below a sheet of paper. */
  wide?: boolean
}

/** Below a record, closed until asked for: its entries in the journal, and what it said before each correction. */
export function RecordHistory({ name, id, wide }: RecordHistoryProps) {
  const can = useCan()
  if (!can(...(historyCalls[name].entries.admission as readonly string[]))) return null
  return (
    <Suspense>
      <HistorySections name={name} id={id} wide={wide} />
    </Suspense>
  )
}
