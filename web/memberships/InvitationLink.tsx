import { Button, CopyButton, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import classes from './Memberships.module.css'

/** The link of an invitation, to pass on where mail does not arrive. It is shown once; sending again makes another one. */
export function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation('memberships')
  useFocusBackAfter()
  return (
    <Modal opened onClose={onClose} title={t('link.title')} withCloseButton={false} centered>
      <Text size="sm">{t(link === '' ? 'link.not_shown' : 'link.detail')}</Text>
      {link !== '' && (
        <code dir="ltr" className={classes.link}>
          {link}
        </code>
      )}
      <Group justify="flex-end" mt="lg">
        {link !== '' && (
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'link.copied' : 'link.copy')}
              </Button>
            )}
          </CopyButton>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('link.done')}
        </Button>
      </Group>
    </Modal>
  )
}
