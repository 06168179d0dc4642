import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { journalCalls, journalEntries } from '#contract/journal.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import IconCopy from '~icons/tabler/copy'
import IconEdit from '~icons/tabler/pencil'
import type { RecordOf } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import classes from '../documents/Standing.module.css'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { RepeatButton } from '../recurring/RepeatButton.tsx'
import { journalPath } from '../routes/paths.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import { EntryStatusNotice } from './EntryStatusNotice.tsx'
import { JournalEntryPaper } from './JournalEntryPaper.tsx'
import { PostEntry } from './PostEntry.tsx'
import { ReverseEntry } from './ReverseEntry.tsx'
import { useEntryLockReason } from './useEntryLockReason.ts'

/** A manual entry, on the screen and on paper. */
export function JournalEntryViewPage() {
  return (
    <RecordPage resource={journalEntries} list={journalPath}>
      {(entry) => <EntryView entry={entry} />}
    </RecordPage>
  )
}

function EntryView({ entry }: { entry: RecordOf<typeof journalEntries> }) {
  const { t } = useTranslation(['journal', 'common'])
  const navigate = useNavigate()
  const can = useCan()
  const fixed = useEntryLockReason()(entry)
  const leave = () => void navigate({ to: journalPath })
  return (
    <>
      <PrintFrame
        title={t('names.journal_entry.one')}
        number={entry.journal_number}
        onBack={leave}
        pdf={<PdfButton call={paperCalls.journal_entry} id={entry.id} />}
        actions={entry.status === 'draft' && can(...journalCalls.post.admission) && <PostEntry entry={entry} />}
        more={
          <>
            {!entry.is_void && (
              <RepeatButton kind="journal_entry" source={{ id: entry.id, number: entry.journal_number, due_days: 0 }} />
            )}
            {can(journalEntries.permissions.create) && (
              <Button
                variant="default"
                leftSection={<IconCopy aria-hidden />}
                renderRoot={(props) => (
                  <Link {...props} to={`${journalPath}/create`} search={{ copy: String(entry.id) }} />
                )}
              >
                {t('actions.similar')}
              </Button>
            )}
            {can(journalEntries.permissions.update) && fixed === null && (
              <Button
                variant="default"
                leftSection={<IconEdit aria-hidden />}
                renderRoot={(props) => <Link {...props} to={`${journalPath}/${entry.id}`} />}
              >
                {t('common:actions.edit')}
              </Button>
            )}
            {fixed === null && (
              <DeleteRecord
                resource={journalEntries}
                id={entry.id}
                name={entry.journal_number}
                act={entry.status === 'draft' ? 'delete' : 'void'}
                label={entry.status === 'draft' ? undefined : t('actions.void')}
                onGone={entry.status === 'draft' ? leave : undefined}
              />
            )}
            <ReverseEntry entry={entry} />
          </>
        }
        above={
          fixed && (
            <section className={classes.panel}>
              <EntryStatusNotice entry={entry} why={fixed} />
            </section>
          )
        }
      >
        <JournalEntryPaper entry={entry} />
      </PrintFrame>
      <RecordHistory name="journal_entry" id={entry.id} />
    </>
  )
}
