import { Button, FileButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Attachment, type AttachmentSource, attachmentCalls } from '#contract/attachments.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import IconPaper from '~icons/tabler/paperclip'
import IconRemove from '~icons/tabler/trash'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { download } from '../api/client.ts'
import type { Id } from '../api/resource.ts'
import { showFailure } from '../api/toasts.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { Num } from '../ui/cells/Num.tsx'
import { saveFile } from '../ui/export/saveFile.ts'
import { dayAt } from '../ui/today.ts'
import classes from './History.module.css'

const accepted = '.pdf,.png,.jpg,.jpeg,.webp,.xlsx,.docx'
type AttachmentsProps = { name: AttachmentSource['name']; id: Id; papers: readonly Attachment[] }

/** The attachments of a record: a press on the name downloads; editors of the record add and remove. */
export function Attachments({ name, id, papers }: AttachmentsProps) {
  const { t } = useTranslation(['history', 'common'])
  const can = useCan()
  const { add, remove } = attachmentCalls[name]
  const isEditor = can(...(add.admission as readonly string[]))
  const attach = useActionMutation(add)
  return (
    <div className={classes.papers}>
      {papers.length === 0 && <p className={classes.mark}>{t('attachments.none')}</p>}
      <ul>
        {papers.map((paper) => (
          <li key={paper.id}>
            <PaperName name={name} id={id} paper={paper} />
            <span className={classes.mark}>
              <Num>{sizeOf(paper.size)}</Num>
            </span>
            <span className={classes.mark}>
              <bdi>{paper.created_by}</bdi>
            </span>
            <span className={classes.mark}>
              <Num>{dayAt(new Date(paper.created_at))}</Num>
            </span>
            {isEditor && (
              <ConfirmDialog
                call={remove}
                params={{ id: Number(id), attachment_id: paper.id }}
                label={t('common:actions.delete')}
                named={t('attachments.remove', { name: paper.name })}
                icon={<IconRemove aria-hidden />}
                question={t('attachments.ask')}
                facts={[[t('fields.attachment.attached_file'), <bdi key="name">{paper.name}</bdi>]]}
                done="deleted"
              />
            )}
          </li>
        ))}
      </ul>
      {isEditor && (
        <FileButton
          accept={accepted}
          onChange={(file) => file && attach.mutate({ params: { id }, body: { attached_file: file } })}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPaper aria-hidden />} loading={attach.isPending}>
              {t('attachments.add')}
            </Button>
          )}
        </FileButton>
      )}
    </div>
  )
}

function PaperName({ name, id, paper }: { name: AttachmentSource['name']; id: Id; paper: Attachment }) {
  const save = useSubmitOnce({
    mutationFn: () => download(attachmentCalls[name].read, { params: { id, attachment_id: paper.id } }),
    onSuccess: ({ file }) => saveFile(file, paper.name),
    onError: (error) => showFailure('export_failed', error),
  })
  const ending = paper.name.lastIndexOf('.')
  return (
    <button type="button" className={`link ${classes.paper}`} disabled={save.isPending} onClick={() => save.mutate()}>
      {/* Apart: behind a number that ends an Arabic name, the ending would jump to its other side. */}
      <bdi>{paper.name.slice(0, ending)}</bdi>
      <bdi>{paper.name.slice(ending)}</bdi>
    </button>
  )
}

/** In the format of file managers. */
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${formatNumber(bytes / 1_000_000, 1)} MB`
