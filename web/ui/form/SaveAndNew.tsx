import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import IconNext from '~icons/tabler/playlist-add'
import { Tooltip } from '../tooltip/Tooltip.tsx'

/** Saves as the main button does, and begins the next one. */
export function SaveAndNew({ onClick, disabled }: { onClick: () => void; disabled?: boolean }) {
  const { t } = useTranslation('common')
  return (
    <Tooltip label={t('actions.save_and_new')}>
      <ActionIcon
        size={36}
        variant="default"
        aria-label={t('actions.finish_and_new')}
        disabled={disabled ?? false}
        onClick={onClick}
      >
        <IconNext aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
