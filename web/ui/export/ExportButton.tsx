import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import IconExport from '~icons/tabler/download'

/** The button that offers an export. */
export function ExportButton(props: Pick<ComponentProps<'button'>, 'onClick' | 'ref'>) {
  const { t } = useTranslation('common')
  return (
    <Button variant="default" aria-haspopup="menu" leftSection={<IconExport aria-hidden />} {...props}>
      {t('actions.export')}
    </Button>
  )
}
