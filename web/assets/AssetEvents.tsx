import { useTranslation } from 'react-i18next'
import type { AssetRecord } from '#contract/assets/assets.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { viewPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Assets.module.css'

type Event = AssetRecord['events'][number]

/** What happened to an asset, in its order: nothing of it is edited. */
export function AssetEvents({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation('assets')
  return (
    <ol className={classes.events}>
      {events.map((event) => (
        <li key={event.id} data-off={event.is_reversed || undefined}>
          <span className={classes.head}>
            <Num>{event.date}</Num>
            <strong>{t(`events.${event.kind}`)}</strong>
            {event.how && <span>{t(`ways.${event.how}`)}</span>}
            {event.is_reversed && <span className={classes.muted}>{t('taken_back')}</span>}
          </span>
          <EventFigures event={event} />
          {event.reason && <bdi className={classes.muted}>{event.reason}</bdi>}
        </li>
      ))}
    </ol>
  )
}

function EventFigures({ event }: { event: Event }) {
  const { t } = useTranslation('assets')
  const { gain, amount, document_id, document_number, entry_number } = event
  return (
    <span className={classes.figures}>
      {event.cost !== 0 && (
        <span>
          {t('fields.asset.cost')} <OwnAmount value={Math.abs(event.cost)} />
        </span>
      )}
      {amount !== null && (
        <span>
          {t('fields.asset.amount')} <OwnAmount value={amount} />
        </span>
      )}
      {event.kind === 'revised' && event.life_months !== null && (
        <span>
          {t('fields.asset.life_months')} <Num>{event.life_months}</Num>
        </span>
      )}
      {event.reading !== null && (
        <span>
          {t('fields.asset.reading')} <Num>{event.reading}</Num>
        </span>
      )}
      {event.adjustment !== null && (
        <span>
          {t('tax_use_of', { percent: event.use_now ?? 0 })} <OwnAmount value={event.adjustment} />
        </span>
      )}
      {event.place && <bdi>{localName({ name: event.place, name_en: event.place_en })}</bdi>}
      {gain !== null && (
        <>
          <span>
            {t('fields.asset.book_value')} <OwnAmount value={event.book_value ?? 0} />
          </span>
          <span>
            {t(gain < 0 ? 'loss' : 'gain')} <OwnAmount value={Math.abs(gain)} />
          </span>
        </>
      )}
      {document_id !== null && (
        <OpenLink to={viewPath('invoice', document_id) ?? ''} className="link">
          <Num>{document_number}</Num>
        </OpenLink>
      )}
      {entry_number !== null && <span className={classes.muted}>{t('entry', { number: entry_number })}</span>}
    </span>
  )
}
