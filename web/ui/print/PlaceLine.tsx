import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { localName } from '../../i18n/localName.ts'

/** Whose goods a record moved, above its paper, which does not say so. */
export function PlaceLine({ place }: { place: { name: string; name_en: string | null } | null }) {
  const { t } = useTranslation('common')
  if (!place) return null
  return (
    <Text size="sm" c="dimmed" w="min(210mm, 100%)" mx="auto" mb="xs">
      {t('fields.place_id')}: <bdi>{localName(place)}</bdi>
    </Text>
  )
}
