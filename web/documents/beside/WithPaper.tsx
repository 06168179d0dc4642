import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import classes from './Beside.module.css'
import { PaperSlot } from './LivePaper.tsx'

/** The form of a sale with a place for its paper next to it, on screens that have room for both. */
export const WithPaper = ({ side, children }: { side: Side; children: ReactNode }) =>
  side.name === 'sales' ? <Both>{children}</Both> : children

function Both({ children }: { children: ReactNode }) {
  const { t } = useTranslation('documents')
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <PaperSlot value={slot}>
      <div className={classes.both}>
        {children}
        <aside ref={setSlot} className={classes.beside} aria-label={t('beside.title')} />
      </div>
    </PaperSlot>
  )
}
