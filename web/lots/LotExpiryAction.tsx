import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lotExpiryCall, lots } from '#contract/lots/lots.ts'
import IconDay from '~icons/tabler/calendar-event'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import { useCan } from '../api/useCan.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { DateField } from '../ui/fields/DateField.tsx'

type Lot = AnswerOf<typeof lots.calls.read>

/** Corrects the last day of a batch that has one. */
export function LotExpiryAction({ id }: { id: number }) {
  const { t } = useTranslation('reports')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({
    queryKey: [lots.path, 'item', id],
    queryFn: async ({ signal }) => (await request<{ data: Lot }>(lots.calls.read, { params: { id }, signal })).data,
    enabled: can(...lots.calls.read.admission),
  })
  if (!can(...lotExpiryCall.admission) || !data?.expires_on) return null
  return (
    <>
      <Button variant="default" leftSection={<IconDay aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('lot_card.correct_expiry')}
      </Button>
      {isOpen && (
        <ActionDrawer
          title={t('lot_card.correct_expiry')}
          call={lotExpiryCall}
          params={{ id }}
          values={{ expires_on: data.expires_on, version: data.version }}
          saveLabel={t('lot_card.correct_expiry')}
          onClose={() => setIsOpen(false)}
        >
          <DateField name="expires_on" />
        </ActionDrawer>
      )}
    </>
  )
}
