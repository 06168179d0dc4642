import { Button, CopyButton, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import classes from './Access.module.css'

/** A secret that is shown this once. An empty one was made by a request whose answer was lost: it cannot be shown again. */
export function ShownKey({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation('access')
  useFocusBackAfter()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.shown_title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      centered
    >
      {value === '' ? (
        <Text size="sm">{t('keys.not_shown')}</Text>
      ) : (
        <>
          <Text size="sm">{t('keys.shown_detail')}</Text>
          <code dir="ltr" className={classes.secret}>
            {value}
          </code>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        {value !== '' && (
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'keys.copied' : 'keys.copy')}
              </Button>
            )}
          </CopyButton>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('keys.stored')}
        </Button>
      </Group>
    </Modal>
  )
}
