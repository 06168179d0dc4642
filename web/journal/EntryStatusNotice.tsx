import { useTranslation } from 'react-i18next'
import type { journalEntries } from '#contract/journal.ts'
import { Settlements } from '../accounting-ui/Settlements.tsx'
import { UnlockLink } from '../accounting-ui/UnlockLink.tsx'
import type { RecordOf } from '../api/resource.ts'
import classes from '../documents/Standing.module.css'

type EntryStatusNoticeProps = { entry: RecordOf<typeof journalEntries>; why: string }

/** Why an entry cannot be changed, with the way out: what settled its open items, or the lock of its date. */
export function EntryStatusNotice({ entry, why }: EntryStatusNoticeProps) {
  const { t } = useTranslation('journal')
  const { settled_by, closed_period } = entry
  const isClosed = entry.status === 'posted' && settled_by.length === 0
  return (
    <>
      <span>
        {why} {isClosed && closed_period && <UnlockLink why={closed_period} />}
      </span>
      {settled_by.length > 0 && (
        <ul className={classes.list}>
          {settled_by.map((by) => (
            <li key={`${by.kind}-${by.id}-${by.item_id}`}>
              <Settlements by={by} currency={entry.currency} writtenOff={t('items.written_off')} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
