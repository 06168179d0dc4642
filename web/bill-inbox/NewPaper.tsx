import { Button, FileButton, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize, megabytesOf } from '#contract/fields/file-sizes.ts'
import { billInboxCalls } from '#contract/imports/bill-inbox.ts'
import IconCamera from '~icons/tabler/camera'
import IconUpload from '~icons/tabler/upload'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { billInboxPath } from '../routes/paths.ts'
import { ByPosition } from '../ui/ByPosition.tsx'
import classes from './BillInbox.module.css'

// Who films loads it: the reader of codes is large.
const CameraDialog = lazy(async () => ({ default: (await import('./CameraDialog.tsx')).CameraDialog }))

type Received = { done: number; all: number; refused: { name: string; message: string }[] }

/** What chosen files or a read code become. */
function useNewPaper() {
  const { t } = useTranslation('billInbox')
  const navigate = useNavigate()
  const written = useWritten(billInboxCalls.create.path)
  const [received, setReceived] = useState<Received | null>(null)
  const open = (answer: unknown) => {
    const { id } = (answer as { data: { id: number } }).data
    void navigate({ to: `${billInboxPath}/${id}` })
  }
  const read = useQuietMutation(billInboxCalls.create, open)
  // A picture is not sent: the code on it is what can be read of it.
  const codeOn = async (picture: File) => {
    const { readCode } = await import('./readCode.ts')
    return readCode(picture).catch(() => null)
  }
  const sendOne = async (file: File, isAlone: boolean): Promise<string | null> => {
    const isPicture = file.type.startsWith('image/')
    // A larger body is cut off before its answer.
    if (!isPicture && file.size > fileSize) return t('new.too_large', { megabytes: megabytesOf(fileSize) })
    const code = isPicture ? await codeOn(file) : null
    if (isPicture && !code) return t('new.no_code')
    try {
      const answer = await request(billInboxCalls.create, { body: code ? { code } : { paper_file: file } })
      if (isPicture && isAlone) open(answer)
      return null
    } catch (error) {
      return error instanceof ApiError ? error.message : t('new.not_sent')
    }
  }
  // One after the other: each is refused or accepted separately.
  const send = async (files: readonly File[]) => {
    const state: Received = { done: 0, all: files.length, refused: [] }
    for (const file of files) {
      setReceived({ ...state })
      const message = await sendOne(file, files.length === 1)
      if (message !== null) state.refused = [...state.refused, { name: file.name, message }]
      state.done++
    }
    setReceived({ ...state })
    written()
  }
  return { received, read, send }
}

/** How far many files are, and which were refused and why. */
function ReceivedFiles({ received: { done, all, refused } }: { received: Received }) {
  const { t } = useTranslation('billInbox')
  return (
    <div className={classes.received}>
      <p role="status" className={classes.hint}>
        {done < all ? t('new.progress', { done, all }) : t('new.received', { number: all - refused.length, all })}
      </p>
      {refused.length > 0 && (
        <ul role="alert" className={classes.problems}>
          <ByPosition items={refused}>
            {({ name, message }) => (
              <li>
                <bdi>{name}</bdi>: {message}
              </li>
            )}
          </ByPosition>
        </ul>
      )}
    </div>
  )
}

/** Files are chosen or dropped, many at once; a scanner types the text of a code. */
export function NewPaper() {
  const { t } = useTranslation('billInbox')
  const { received, read, send } = useNewPaper()
  const isSending = received !== null && received.done < received.all
  const [code, setCode] = useState('')
  const [isOver, setIsOver] = useState(false)
  const [isFilming, setIsFilming] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!isSending) void send([...event.dataTransfer.files])
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
          <Button {...props} leftSection={<IconUpload aria-hidden />} loading={isSending}>
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
      {received && <ReceivedFiles received={received} />}
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
