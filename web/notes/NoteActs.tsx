import type { NoteKind } from '#contract/documents/note-kinds.ts'
import { notes } from '#contract/documents/notes.ts'
import { deliveryCalls } from '#contract/sharing/deliveries.ts'
import { useCan } from '../api/useCan.ts'
import { ManyActs } from '../many/ManyActs.tsx'
import { exportMarked, issueWhereDue, type ManyAct, printMarked, sendMarked } from '../many/manyActs.ts'
import { WithoutEmail } from '../many/WithoutEmail.tsx'
import type { Selection } from '../ui/list/selection/useSelection.ts'

type MarkedNote = { id: number; note_number: string }

/** What can be done with the marked notes of one kind. */
export function NoteActs({ kind, selection }: { kind: NoteKind; selection: Selection<MarkedNote> }) {
  const can = useCan()
  const { calls, permissions } = notes[kind.name]
  const { name } = kind
  const issue = ({ id }: MarkedNote) => issueWhereDue(calls.read, calls.issue, id)
  const acts: (ManyAct<MarkedNote> | false)[] = [
    can(...deliveryCalls[name].create.admission) &&
      sendMarked(name, (rows) => <WithoutEmail kind={name} rows={rows} />),
    can(permissions.read) && printMarked(calls.mergedPdf, kind.side.name === 'sales' ? issue : undefined),
    can(permissions.list) && calls.export !== undefined && exportMarked(calls.export),
  ]
  return <ManyActs acts={acts} selection={selection} nameOf={({ note_number }) => note_number} />
}
