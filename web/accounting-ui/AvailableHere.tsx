import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import { useAvailableOf } from './useAvailable.ts'

/** Below the product of a row: what is available of it in the place of the form. */
export function AvailableHere({ product_id }: { product_id: string }) {
  const { t } = useTranslation('common')
  const found = useAvailableOf()?.(product_id)
  if (!found) return null
  return (
    <Text size="xs" c={found.available > 0 ? 'dimmed' : 'orange'}>
      {t('places.available', { quantity: formatPlain(found.available) })}
    </Text>
  )
}
