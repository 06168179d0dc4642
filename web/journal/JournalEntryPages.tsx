import { journalCalls, journalEntries } from '#contract/journal.ts'
import type { RecordOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { useFreshAnswer } from '../api/useAnswer.ts'
import { useUsualBranch } from '../fields/BranchField.tsx'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { RecordPage } from '../kit/form/RecordPage.tsx'
import { valuesOf } from '../kit/form/valuesOf.ts'
import { today } from '../kit/today.ts'
import { AwaitedPage } from '../page/AwaitedPage.tsx'
import { JournalEntryForm } from './JournalEntryForm.tsx'
import { emptyLine, storedLine } from './journalLine.ts'
import { journalPath } from './journalPath.ts'
import { ReverseEntry } from './ReverseEntry.tsx'
import { useFixed } from './useFixed.ts'

/** A new entry: today, two empty lines, the number the server would give next. */
export function JournalEntryCreatePage() {
  const { organization } = useUser()
  const next = useFreshAnswer(journalCalls.nextNumber)
  const branch = useUsualBranch()
  if (!next.data || branch.isAwaited) return <AwaitedPage of={next} list={journalPath} />
  const { number } = next.data as { number: string }
  const values = {
    journal_number: number,
    proposed_number: number,
    journal_date: today(),
    branch_id: branch.usual,
    currency_id: String(organization.currency.id),
    description: '',
    lines: [emptyLine(), emptyLine()],
  }
  return <JournalEntryForm id={null} values={values} />
}

/** A stored entry; saving corrects it. */
export function JournalEntryEditPage() {
  return (
    <RecordPage resource={journalEntries} list={journalPath}>
      {(record) => <StoredEntry record={record} />}
    </RecordPage>
  )
}

/** What was voided or taken back stands as it is; the entries behind it are shown below. */
function StoredEntry({ record }: { record: RecordOf<typeof journalEntries> }) {
  return (
    <>
      <JournalEntryForm
        id={record.id}
        values={editedValues(record)}
        status={record.status}
        fixed={useFixed()(record)}
        actions={<ReverseEntry entry={record} />}
      />
      <RecordHistory name="journal_entry" id={record.id} />
    </>
  )
}

function editedValues(record: RecordOf<typeof journalEntries>) {
  const values = valuesOf(record, {})
  // A draft's stand-in is nobody's choice: the server numbers it when it is posted.
  return { ...values, proposed_number: values.journal_number, lines: record.lines.map((line) => storedLine(line)) }
}
