import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PostingPreview } from '#contract/preview/posting-preview.ts'
import IconBooks from '~icons/tabler/scale'
import { showFailure } from '../api/toasts.ts'
import { useSingleFlight } from '../api/useSingleFlight.ts'
import { loadWords } from '../i18n/i18n.ts'
import { Tooltip } from '../ui/tooltip/Tooltip.tsx'

const PreviewDialog = lazy(async () => {
  const [{ PreviewDialog }] = await Promise.all([import('./PreviewDialog.tsx'), loadWords(['preview'])])
  return { default: PreviewDialog }
})

type PreviewIconProps = {
  /** Answers nothing where the form itself already shows what is missing. */
  read: () => Promise<PostingPreview | null>
  saveLabel: string
  onSave: () => void
}

/** The button with the scales: it shows the entries of a save before it happens. */
export function PreviewIcon({ read, saveLabel, onSave }: PreviewIconProps) {
  const { t } = useTranslation('common')
  const [preview, setPreview] = useState<PostingPreview | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const open = useSingleFlight(async () => {
    setIsBusy(true)
    try {
      setPreview(await read())
    } catch (error) {
      showFailure('creation_failed', error)
    } finally {
      setIsBusy(false)
    }
  })
  return (
    <>
      <Tooltip label={t('actions.preview')}>
        <ActionIcon
          size={36}
          variant="default"
          aria-label={t('actions.preview')}
          loading={isBusy}
          onClick={() => void open()}
        >
          <IconBooks aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Suspense>
        {preview && (
          <PreviewDialog
            preview={preview}
            saveLabel={saveLabel}
            onClose={() => setPreview(null)}
            onSave={() => {
              setPreview(null)
              onSave()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
