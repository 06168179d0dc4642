import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconBack from '~icons/tabler/arrow-left'
import IconPrint from '~icons/tabler/printer'
import { useUser } from '../../api/session.ts'
import { localName } from '../../i18n/localName.ts'
import { Num } from '../cells/Num.tsx'
import { PageHeader } from '../PageHeader.tsx'
import classes from './PrintFrame.module.css'
import './sheets.css'
import { useSheetName } from './useSheetName.ts'

type PrintFrameProps = {
  title: string
  number: string
  onBack: () => void
  /** Prints; the browser's own printing where nothing has to be made ready first. */
  onPrint?: (() => void) | undefined
  /** Printing issues the paper: the button says so. */
  isIssuedByPrint?: boolean | undefined
  /** Further buttons: edit, confirm, record payment. */
  actions?: ReactNode
  /** On the screen only, above the paper: the status of the document. */
  above?: ReactNode
  /** The document; a `<table>` inside repeats its head on each sheet. */
  children: ReactNode
}

/** A document on an A4 sheet, with Print and Back above it; on paper only the sheet is left. */
export function PrintFrame({
  title,
  number,
  onBack,
  onPrint,
  isIssuedByPrint = false,
  actions,
  above,
  children,
}: PrintFrameProps) {
  const { t } = useTranslation('common')
  useSheetName({ names: [localName(useUser().organization), `${title} ${number}`] })
  return (
    <>
      <div className={classes.chrome}>
        <PageHeader
          title={
            <>
              {title} <Num>{number}</Num>
            </>
          }
        >
          <Button variant="default" onClick={onBack} leftSection={<IconBack className="turns" aria-hidden />}>
            {t('actions.back')}
          </Button>
          <Button variant="default" onClick={onPrint ?? (() => window.print())} leftSection={<IconPrint aria-hidden />}>
            {t(isIssuedByPrint ? 'actions.issue_print' : 'actions.print')}
          </Button>
          {/* The next step stands last, as it does above a list and a form. */}
          {actions}
        </PageHeader>
        {above}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where the sheet is wider than the screen, keys move it too */}
      <section className={classes.desk} aria-label={`${title} ${number}`} tabIndex={0}>
        <article className={classes.sheet}>{children}</article>
      </section>
    </>
  )
}
