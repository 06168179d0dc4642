import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import { askedOf } from '../api/askedOf.ts'
import { request } from '../api/client.ts'
import { showFailure, showRefusal } from '../api/toasts.ts'
import { useSingleFlight } from '../api/useSingleFlight.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { useShortcut } from '../ui/useShortcut.ts'

type AsLastTimeProps = { side: Side; form: SchemaForm; onFound: (id: number) => void }

/** Fills a new document with what its customer or supplier had last: one press, or Ctrl/⌘+E. */
export function AsLastTime({ side, form, onFound }: AsLastTimeProps) {
  const { t } = useTranslation('documents')
  const party = useWatched(form.form, side.partyField)
  const [isBusy, setIsBusy] = useState(false)
  const look = useSingleFlight(async () => {
    if (party === '') return
    setIsBusy(true)
    try {
      const call = documents[side.document].calls.list
      const query = { [side.partyField]: party, per_page: 10, sort_key: side.dateField, sort_order: 'desc' }
      const lastQuery = askedOf(call, query)
      const { data } = await request<{ data: { id: number; is_void: boolean }[] }>(call, { query: lastQuery })
      const last = data.find(({ is_void }) => !is_void)
      if (last) onFound(last.id)
      else showRefusal(t('last_time.none'))
    } catch (error) {
      showFailure('creation_failed', error)
    } finally {
      setIsBusy(false)
    }
  })
  useShortcut('e', () => void look())
  if (party === '') return null
  return (
    <Button variant="default" loading={isBusy} title="Ctrl+E" onClick={() => void look()}>
      {t('last_time.action')}
    </Button>
  )
}
