import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import IconPdf from '~icons/tabler/file-type-pdf'
import { download } from '../../api/client.ts'
import { showFailure } from '../../api/toasts.ts'
import { saveFile } from '../export/saveFile.ts'
import { Tooltip } from '../tooltip/Tooltip.tsx'

/** The paper of the rows of a list. `issue` is done first: taking a paper along hands it over, as printing does. */
export type RowPaper = { call: Call; issue?: ((row: { id: number }) => Promise<unknown>) | undefined }

/** Downloads the paper of one row. */
export function RowPdf({ paper: { call, issue }, id, name }: { paper: RowPaper; id: number; name: string }) {
  const { t } = useTranslation('common')
  const [busy, setBusy] = useState(false)
  const label = t('actions.pdf_named', { name })
  const save = async () => {
    setBusy(true)
    try {
      await issue?.({ id })
      const { file, name: fileName } = await download(call as { method: 'GET'; path: string }, { params: { id } })
      saveFile(file, fileName)
    } catch (error) {
      showFailure('export_failed', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} loading={busy} onClick={() => void save()}>
        <IconPdf aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
