import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { journalCalls, journalEntries } from '#contract/journal.ts'
import IconEdit from '~icons/tabler/pencil'
import { useCan } from '../api/useCan.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { RecordPage } from '../kit/form/RecordPage.tsx'
import { PrintFrame } from '../paper/PrintFrame.tsx'
import { JournalEntryPaper } from './JournalEntryPaper.tsx'
import { journalPath } from './journalPath.ts'
import { PostEntry } from './PostEntry.tsx'

/** An entry somebody wrote by hand, as it is read and printed. */
export function JournalEntryViewPage() {
  const { t } = useTranslation(['journal', 'common'])
  const navigate = useNavigate()
  const can = useCan()
  return (
    <RecordPage resource={journalEntries} list={journalPath}>
      {(entry) => (
        <>
          <PrintFrame
            title={t('names.journal_entry.one')}
            number={entry.journal_number}
            onBack={() => void navigate({ to: journalPath })}
            actions={
              <>
                {entry.status === 'draft' && can(...journalCalls.post.admission) && <PostEntry entry={entry} />}
                {can(journalEntries.permissions.update) && (
                  <Button
                    variant="default"
                    leftSection={<IconEdit aria-hidden />}
                    renderRoot={(props) => <Link {...props} to={`${journalPath}/${entry.id}`} />}
                  >
                    {t('common:actions.edit')}
                  </Button>
                )}
              </>
            }
          >
            <JournalEntryPaper entry={entry} />
          </PrintFrame>
          <RecordHistory name="journal_entry" id={entry.id} />
        </>
      )}
    </RecordPage>
  )
}
