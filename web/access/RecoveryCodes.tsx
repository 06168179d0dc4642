import { Button, CopyButton, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Access.module.css'

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('access')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('account.codes_title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      centered
      size="lg"
    >
      <Text size="sm">{t(codes.length === 0 ? 'account.codes_lost' : 'account.codes_detail')}</Text>
      <div className={classes.codes}>
        {codes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </div>
      <Group justify="flex-end">
        {codes.length > 0 && (
          <CopyButton value={codes.join('\n')}>
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
