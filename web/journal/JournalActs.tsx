import { journalCalls, journalEntries } from '#contract/journal.ts'
import { mergedPaperCalls } from '#contract/paper/paper-calls.ts'
import { useCan } from '../api/useCan.ts'
import { ManyActs } from '../many/ManyActs.tsx'
import { actOnMarked, exportMarked, type ManyAct, printMarked } from '../many/manyActs.ts'
import type { Selection } from '../ui/list/selection/useSelection.ts'

type MarkedEntry = { id: number; journal_number: string; status: string }

/** What can be done with the marked journal entries. */
export function JournalActs({ selection }: { selection: Selection<MarkedEntry> }) {
  const can = useCan()
  const { calls, permissions } = journalEntries
  const isDraft = ({ status }: MarkedEntry) => status === 'draft'
  const acts: (ManyAct<MarkedEntry> | false)[] = [
    can(...journalCalls.post.admission) && actOnMarked('post', journalCalls.post, isDraft),
    can(...mergedPaperCalls.journal_entry.admission) && printMarked(mergedPaperCalls.journal_entry),
    can(permissions.list) && calls.export !== undefined && exportMarked(calls.export),
    can(permissions.delete) && actOnMarked('remove', calls.remove, isDraft),
  ]
  return <ManyActs acts={acts} selection={selection} nameOf={({ journal_number }) => journal_number} />
}
