import { Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './BillInbox.module.css'
import { codeIn } from './readCode.ts'

const look_ms = 250

/** The camera until it shows a code. */
export function CameraDialog({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { t } = useTranslation('billInbox')
  const { t: common } = useTranslation('common')
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setIsRefused] = useState(false)
  const found = useRef(onCode)
  found.current = onCode
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    const look = async () => {
      const { current } = video
      if (isOver || !current) return
      const code = current.videoWidth > 0 ? await codeIn(await createImageBitmap(current)) : null
      if (isOver) return
      if (code) found.current(code)
      else setTimeout(() => void look(), look_ms)
    }
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver) return stop(stream)
      if (!video.current) return
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    begin().catch(() => setIsRefused(true))
    return () => {
      isOver = true
      stop(stream)
    }
  }, [])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('camera.title')}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
    >
      {isRefused ? (
        <p role="alert">{t('camera.refused')}</p>
      ) : (
        <video ref={video} className={classes.video} muted playsInline aria-label={t('camera.title')} />
      )}
    </Modal>
  )
}

const stop = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
