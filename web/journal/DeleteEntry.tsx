import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { journalEntries } from '#contract/journal.ts'
import type { Resource } from '#contract/kit/resource.ts'
import IconDelete from '~icons/tabler/trash'
import type { RecordOf } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import { journalPath } from './journalPath.ts'

const ConfirmDelete = lazy(async () => ({ default: (await import('../kit/ConfirmDelete.tsx')).ConfirmDelete }))

type Entry = Pick<RecordOf<typeof journalEntries>, 'id' | 'journal_number' | 'status'>

/** Deletes an entry as its row in the list does: a draft's page goes with it, a posted entry is void and stays to be read. */
export function DeleteEntry({ entry: { id, journal_number, status } }: { entry: Entry }) {
  const { t } = useTranslation('common')
  const can = useCan()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  if (!can(journalEntries.permissions.delete)) return null
  return (
    <>
      <Button variant="default" leftSection={<IconDelete aria-hidden />} onClick={() => setDeleting(true)}>
        {t('actions.delete')}
      </Button>
      <Suspense>
        {deleting && (
          <ConfirmDelete
            resource={journalEntries as unknown as Resource}
            id={id}
            name={journal_number}
            onClose={(isGone) =>
              isGone && status === 'draft' ? void navigate({ to: journalPath }) : setDeleting(false)
            }
          />
        )}
      </Suspense>
    </>
  )
}
