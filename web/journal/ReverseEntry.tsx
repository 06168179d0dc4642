import { journalCalls, type journalEntries } from '#contract/journal.ts'
import { ReverseOnDate } from '../accounting-ui/ReverseOnDate.tsx'
import type { RecordOf } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import { journalPath } from '../routes/paths.ts'

/** An active entry without settled open items can be reversed on another date, by permitted users. */
export function ReverseEntry({ entry }: { entry: RecordOf<typeof journalEntries> }) {
  const can = useCan()
  const stands = entry.status === 'posted' && !entry.is_void && !entry.reversed_on && !entry.has_items
  if (!stands || !can(...journalCalls.reverse.admission)) return null
  return (
    <ReverseOnDate
      call={journalCalls.reverse}
      record={entry}
      number={entry.journal_number}
      words="journal"
      path={journalPath}
    />
  )
}
