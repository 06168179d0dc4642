import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconPrevious from '~icons/tabler/chevron-left'
import IconNext from '~icons/tabler/chevron-right'
import IconBack from '~icons/tabler/chevrons-left'
import IconForward from '~icons/tabler/chevrons-right'
import classes from './PageSlots.module.css'
import { slotsOf } from './slotsOf.ts'

type PageSlotsProps = { page: number; pages: number; onPage: (page: number) => void }
const jump = 5

/** Up to seven slots; where pages are left out, an arrow moves by five. */
export function PageSlots({ page, pages, onPage }: PageSlotsProps) {
  const { t } = useTranslation('common')
  const go = (wanted: number) => onPage(Math.min(pages, Math.max(1, wanted)))
  return (
    <nav className={classes.slots} aria-label={t('list.pages')}>
      <Arrow label={t('list.previous')} disabled={page <= 1} onClick={() => go(page - 1)}>
        <IconPrevious className="turns" aria-hidden />
      </Arrow>
      {slotsOf(page, pages).map((slot) => {
        if (slot === 'back')
          return (
            <Arrow key={slot} label={t('list.back_five')} onClick={() => go(page - jump)}>
              <IconBack className="turns" aria-hidden />
            </Arrow>
          )
        if (slot === 'forward')
          return (
            <Arrow key={slot} label={t('list.forward_five')} onClick={() => go(page + jump)}>
              <IconForward className="turns" aria-hidden />
            </Arrow>
          )
        return (
          <button
            key={slot}
            type="button"
            className={classes.slot}
            aria-label={t('list.page', { page: slot })}
            aria-current={slot === page ? 'page' : undefined}
            onClick={() => go(slot)}
          >
            {slot}
          </button>
        )
      })}
      <Arrow label={t('list.next')} disabled={page >= pages} onClick={() => go(page + 1)}>
        <IconNext className="turns" aria-hidden />
      </Arrow>
    </nav>
  )
}

type ArrowProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }
function Arrow({ label, disabled, onClick, children }: ArrowProps) {
  return (
    <button type="button" className={classes.slot} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  )
}
