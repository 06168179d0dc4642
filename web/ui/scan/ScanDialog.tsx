import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newCodes } from './newCodes.ts'
import classes from './ScanDialog.module.css'
import { useCamera } from './useCamera.ts'

type ScanProps = {
  title: string
  /** Each code that comes into the picture, and each one that is typed. */
  onCode: (code: string) => void
  onClose: () => void
  /** Below the picture: what the last code came to. */
  children?: ReactNode
}

/** Codes by the camera, one after the other, or typed: a hand scanner types as well. */
export function ScanDialog({ title, onCode, onClose, children }: ScanProps) {
  const { t } = useTranslation('common')
  const [typed, setTyped] = useState('')
  const fresh = useRef(newCodes())
  // The reader is a megabyte, and fetched when a camera shows something.
  const { video, isRefused } = useCamera(async (picture) => {
    const { readBarcodes } = await import('./readBarcodes.ts')
    for (const code of fresh.current(await readBarcodes(picture), Date.now())) onCode(code)
  })
  const take = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    onCode(typed.trim())
    setTyped('')
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('actions.close') }}>
      {isRefused ? (
        <p role="alert">{t('scan.refused')}</p>
      ) : (
        <video ref={video} className={classes.video} muted playsInline aria-label={title} />
      )}
      <form className={classes.typed} onSubmit={take}>
        <TextInput
          label={t('scan.typed')}
          value={typed}
          dir="ltr"
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={typed.trim() === ''}>
          {t('scan.take')}
        </Button>
      </form>
      <div role="status">{children}</div>
    </Modal>
  )
}
