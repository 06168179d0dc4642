import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { journalCalls, type journalEntries } from '#contract/journal.ts'
import IconPost from '~icons/tabler/check'
import { request } from '../api/client.ts'
import { type RecordOf, useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { journalPath } from './journalPath.ts'

type Entry = Pick<RecordOf<typeof journalEntries>, 'id' | 'version'>

/** Posts a draft as it stands; what keeps it from being posted is said as a message. */
export function PostEntry({ entry: { id, version } }: { entry: Entry }) {
  const { t } = useTranslation('journal')
  const written = useWritten(journalPath)
  const post = useMutation({
    mutationFn: () => request(journalCalls.post, { params: { id }, body: { version } }),
    onSuccess: () => {
      showSuccess('updated')
      written()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  return (
    <Button leftSection={<IconPost aria-hidden />} loading={post.isPending} onClick={() => post.mutate()}>
      {t('actions.post')}
    </Button>
  )
}
