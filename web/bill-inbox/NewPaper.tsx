import { Button, FileButton, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { billInboxCalls } from '#contract/imports/bill-inbox.ts'
import IconUpload from '~icons/tabler/upload'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { billInboxPath } from '../routes/paths.ts'
import classes from './BillInbox.module.css'

/** Files are chosen or dropped, many at once; a scanner types the text of a code. */
export function NewPaper() {
  const { t } = useTranslation('billInbox')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [isOver, setIsOver] = useState(false)
  const upload = useQuietMutation(billInboxCalls.create, () => {})
  const read = useQuietMutation(billInboxCalls.create, (answer) => {
    const { id } = (answer as { data: { id: number } }).data
    void navigate({ to: `${billInboxPath}/${id}` })
  })
  // One after the other: each is refused or accepted separately.
  const send = async (files: readonly File[]) => {
    for (const file of files) await upload.mutateAsync({ body: { paper_file: file } }).catch(() => {})
  }
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
      <FileButton onChange={(files) => void send(files)} accept=".xml,.pdf" multiple>
        {(props) => (
          <Button {...props} leftSection={<IconUpload aria-hidden />} loading={upload.isPending}>
            {t('new.choose')}
          </Button>
        )}
      </FileButton>
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
    </section>
  )
}
