import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { journalCalls, type journalEntries } from '#contract/journal.ts'
import IconPost from '~icons/tabler/check'
import type { RecordOf } from '../api/resource.ts'
import { useActionMutation } from '../api/useActionMutation.ts'

type Entry = Pick<RecordOf<typeof journalEntries>, 'id' | 'version'>

/** Posts a draft with its stored content; a refusal is shown as a message. */
export function PostEntry({ entry: { id, version } }: { entry: Entry }) {
  const { t } = useTranslation('journal')
  const post = useActionMutation(journalCalls.post)
  return (
    <Button
      leftSection={<IconPost aria-hidden />}
      loading={post.isPending}
      onClick={() => post.mutate({ params: { id }, body: { version } })}
    >
      {t('actions.post')}
    </Button>
  )
}
