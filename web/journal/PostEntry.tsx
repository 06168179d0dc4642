import { useTranslation } from 'react-i18next'
import { journalCalls, type journalEntries } from '#contract/journal.ts'
import type { RecordOf } from '../api/resource.ts'
import { ActWithPreview } from '../preview/ActWithPreview.tsx'

type Entry = Pick<RecordOf<typeof journalEntries>, 'id' | 'version'>

/** Posts a draft with its stored content. */
export function PostEntry({ entry }: { entry: Entry }) {
  const { t } = useTranslation('journal')
  return (
    <ActWithPreview
      record={entry}
      call={journalCalls.post}
      preview={journalCalls.postPreview}
      label={t('actions.post')}
    />
  )
}
