import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type LeaveDialogProps = { opened: boolean; onStay: () => void; onLeave: () => void }

/** Asks before typed work is thrown away. */
export function LeaveDialog({ opened, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation('common')
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title={t('unsaved.title')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      zIndex={400}
      centered
    >
      <Text size="sm">{t('unsaved.detail')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLeave}>
          {t('unsaved.leave')}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t('unsaved.stay')}
        </Button>
      </Group>
    </Modal>
  )
}
