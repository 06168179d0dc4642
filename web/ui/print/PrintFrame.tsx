import { ActionIcon, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconBack from '~icons/tabler/arrow-left'
import IconPrint from '~icons/tabler/printer'
import { useUser } from '../../api/session.ts'
import { localName } from '../../i18n/localName.ts'
import { MoreActs } from '../acts/MoreActs.tsx'
import { Num } from '../cells/Num.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { Tooltip } from '../tooltip/Tooltip.tsx'
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
  /** The paper as a file. */
  pdf?: ReactNode
  /** The next steps, at most two. The primary one is the last, as above a list and a form. */
  actions?: ReactNode
  /** Acts that are seldom needed, as buttons. */
  more?: ReactNode
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
  onPrint = () => window.print(),
  isIssuedByPrint = false,
  pdf,
  actions,
  more,
  above,
  children,
}: PrintFrameProps) {
  useSheetName({ names: [localName(useUser().organization), `${title} ${number}`] })
  return (
    <>
      <div className={classes.chrome}>
        <PageHeader
          back={<BackButton onBack={onBack} />}
          title={
            <>
              {title} <Num>{number}</Num>
            </>
          }
        >
          {more && <MoreActs>{more}</MoreActs>}
          <PrintButton onPrint={onPrint} isIssuedByPrint={isIssuedByPrint} />
          {pdf}
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

function BackButton({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('common')
  return (
    <Tooltip label={t('actions.back')}>
      <ActionIcon size={36} variant="subtle" color="gray" aria-label={t('actions.back')} onClick={onBack}>
        <IconBack className="turns" aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** An icon, except where printing has a consequence that has to be read before. */
function PrintButton({ onPrint, isIssuedByPrint }: { onPrint: () => void; isIssuedByPrint: boolean }) {
  const { t } = useTranslation('common')
  if (isIssuedByPrint)
    return (
      <Button variant="default" onClick={onPrint} leftSection={<IconPrint aria-hidden />}>
        {t('actions.issue_print')}
      </Button>
    )
  return (
    <Tooltip label={t('actions.print')}>
      <ActionIcon size={36} variant="default" aria-label={t('actions.print')} onClick={onPrint}>
        <IconPrint aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
