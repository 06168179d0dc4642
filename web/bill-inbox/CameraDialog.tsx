import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import scan from '../ui/scan/ScanDialog.module.css'
import { useCamera } from '../ui/scan/useCamera.ts'
import { codeIn } from './readCode.ts'

/** The camera until it shows a code of an invoice. */
export function CameraDialog({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { t } = useTranslation('billInbox')
  const { t: common } = useTranslation('common')
  const { video, isRefused } = useCamera(async (picture) => {
    const code = await codeIn(picture)
    if (code) onCode(code)
  })
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
        <video ref={video} className={scan.video} muted playsInline aria-label={t('camera.title')} />
      )}
    </Modal>
  )
}
