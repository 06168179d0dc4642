import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import IconPdf from '~icons/tabler/file-type-pdf'
import { download } from '../../api/client.ts'
import { showFailure } from '../../api/toasts.ts'
import { saveFile } from '../export/saveFile.ts'

type PdfButtonProps = {
  call: Call
  /** Without one the paper is the only one of its kind. */
  id?: number
  /** What the paper is asked for in addition. */
  query?: Record<string, string>
  /** A roll of 80 mm instead of A4. */
  isReceipt?: boolean
  /** Issues first, then calls back. A paper outside the law is used directly. */
  issueFirst?: { first: (onIssued: () => void) => void; isUnissued: boolean } | undefined
}

/** Downloads the paper as a PDF. Taking it along hands it over, as printing does, so what has to be issued is issued first. */
export function PdfButton({ call, id, query, isReceipt = false, issueFirst }: PdfButtonProps) {
  const { t } = useTranslation('common')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { file, name } = await download(call as { method: 'GET'; path: string }, {
        ...(id !== undefined && { params: { id } }),
        ...(isReceipt ? { query: { size: 'receipt' } } : query && { query }),
      })
      saveFile(file, name)
    } catch (error) {
      showFailure('export_failed', error)
    } finally {
      setBusy(false)
    }
  }
  const press = () => (issueFirst ? issueFirst.first(() => void save()) : void save())
  return (
    <Button variant="default" loading={busy} onClick={press} leftSection={<IconPdf aria-hidden />}>
      {t(`actions.${issueFirst?.isUnissued ? 'issue_' : ''}${isReceipt ? 'receipt' : 'pdf'}`)}
    </Button>
  )
}
