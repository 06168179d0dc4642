import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { zakatCalls } from '#contract/zakat/zakat.ts'
import { useCan } from '../api/useCan.ts'
import { zakatPath } from '../routes/paths.ts'
import { MoreActs } from '../ui/acts/MoreActs.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'

/** What the worksheet is made of, and the press that posts it: next to the report. */
export function ZakatActions({ endedOn }: { endedOn: string }) {
  const { t } = useTranslation('zakat')
  const can = useCan()
  const [posting, setPosting] = useState(false)
  const way = (to: string, words: 'lines' | 'adjustments' | 'years') => (
    <Button variant="default" renderRoot={(props) => <Link {...props} to={to} />}>
      {t(`actions.${words}`)}
    </Button>
  )
  return (
    <>
      <MoreActs>
        {way(`${zakatPath}-lines`, 'lines')}
        {way(`${zakatPath}-adjustments`, 'adjustments')}
        {way(`${zakatPath}-years`, 'years')}
      </MoreActs>
      {can(...zakatCalls.post.admission) && <Button onClick={() => setPosting(true)}>{t('actions.post')}</Button>}
      {posting && (
        <ActionDrawer
          title={t('post_title')}
          call={zakatCalls.post}
          params={{}}
          values={{ ended_on: endedOn, date: '', assessed: '' }}
          saveLabel={t('actions.post')}
          onClose={() => setPosting(false)}
        >
          <p>{t('post_hint')}</p>
          <DateField name="ended_on" />
          <DateField name="date" />
          <NumberField name="assessed" />
        </ActionDrawer>
      )}
    </>
  )
}
