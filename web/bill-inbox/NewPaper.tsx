import { Button, FileButton, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { billInboxCalls } from '#contract/imports/bill-inbox.ts'
import IconCamera from '~icons/tabler/camera'
import IconUpload from '~icons/tabler/upload'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { billInboxPath } from '../routes/paths.ts'
import classes from './BillInbox.module.css'

// Who films loads it: the reader of codes is large.
const CameraDialog = lazy(async () => ({ default: (await import('./CameraDialog.tsx')).CameraDialog }))

/** What a chosen file or a read code becomes. */
function useNewPaper() {
  const navigate = useNavigate()
  const [withoutCode, setWithoutCode] = useState('')
  const upload = useQuietMutation(billInboxCalls.create, () => {})
  const read = useQuietMutation(billInboxCalls.create, (answer) => {
    const { id } = (answer as { data: { id: number } }).data
    void navigate({ to: `${billInboxPath}/${id}` })
  })
  // A picture is not sent: the code on it is what can be read of it.
  const sendPicture = async (file: File) => {
    const { readCode } = await import('./readCode.ts')
    const found = await readCode(file).catch(() => null)
    setWithoutCode(found ? '' : file.name)
    if (found) await read.mutateAsync({ body: { code: found } }).catch(() => {})
  }
  // One after the other: each is refused or accepted separately.
  const send = async (files: readonly File[]) => {
    for (const file of files) {
      if (file.type.startsWith('image/')) await sendPicture(file)
      else await upload.mutateAsync({ body: { paper_file: file } }).catch(() => {})
    }
  }
  return { withoutCode, upload, read, send }
}

/** Files are chosen or dropped, many at once; a scanner types the text of a code. */
export function NewPaper() {
  const { t } = useTranslation('billInbox')
  const { withoutCode, upload, read, send } = useNewPaper()
  const [code, setCode] = useState('')
  const [isOver, setIsOver] = useState(false)
  const [isFilming, setIsFilming] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void send([...event.dataTransfer.files])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) read.mutate({ body: { code: code.trim() } })
  }
  return (
    <section
      className={classes.drop}
      data-over={isOver || undefined}
      aria-label={t('names.bill_paper.new')}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <FileButton onChange={(files) => void send(files)} accept=".xml,.pdf,image/*" multiple>
        {(props) => (
          <Button {...props} leftSection={<IconUpload aria-hidden />} loading={upload.isPending}>
            {t('new.choose')}
          </Button>
        )}
      </FileButton>
      {'mediaDevices' in navigator && (
        <Button variant="default" leftSection={<IconCamera aria-hidden />} onClick={() => setIsFilming(true)}>
          {t('new.camera')}
        </Button>
      )}
      <form className={classes.code} onSubmit={submit}>
        <TextInput
          label={t('fields.bill_paper.code')}
          dir="ltr"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={read.isPending} disabled={!code.trim()}>
          {t('new.read_code')}
        </Button>
      </form>
      <p className={classes.hint}>{t('new.hint')}</p>
      {withoutCode && (
        <p role="alert">
          {t('new.no_code')} <bdi>{withoutCode}</bdi>
        </p>
      )}
      <Suspense>
        {isFilming && (
          <CameraDialog
            onClose={() => setIsFilming(false)}
            onCode={(found) => {
              setIsFilming(false)
              read.mutate({ body: { code: found } })
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
