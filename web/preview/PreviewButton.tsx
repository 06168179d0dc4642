import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import type { PostingPreview } from '#contract/preview/posting-preview.ts'
import IconBooks from '~icons/tabler/scale'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import type { Id } from '../api/resource.ts'
import { showFailure } from '../api/toasts.ts'
import { useSingleFlight } from '../api/useSingleFlight.ts'
import { loadWords } from '../i18n/i18n.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { Tooltip } from '../ui/tooltip/Tooltip.tsx'

const PreviewDialog = lazy(async () => {
  const [{ PreviewDialog }] = await Promise.all([import('./PreviewDialog.tsx'), loadWords(['preview'])])
  return { default: PreviewDialog }
})

type PreviewButtonProps = {
  form: SchemaForm
  call: Call & { method: 'POST' }
  /** The stored record that is saved; a new one has none. */
  id?: Id | null
  /** What the address of the call names. */
  params?: Record<string, number>
  saveLabel: string
}

/** What saving does to the books, before it is saved: by the same rules, so that what would be refused is refused here. */
export function PreviewButton({ form, call, id, params, saveLabel }: PreviewButtonProps) {
  const { t } = useTranslation('common')
  const [preview, setPreview] = useState<PostingPreview | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const look = useSingleFlight(async () => {
    const body = form.checkedBody()
    if (!body) return
    setIsBusy(true)
    try {
      const query = id === null || id === undefined ? {} : { id }
      const { data } = await request<{ data: PostingPreview }>(call, { ...(params && { params }), query, body })
      setPreview(data)
    } catch (error) {
      if (error instanceof ApiError) form.form.setErrors(error.fields)
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
          onClick={() => void look()}
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
              void form.submit()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
