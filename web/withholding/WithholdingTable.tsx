import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reportPath } from '#contract/reports/report-index.ts'
import { withholdingCalls } from '#contract/withholding/withholding.ts'
import IconFile from '~icons/tabler/file-check'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink, useMayOpen } from '../routes/OpenLink.tsx'
import { CardBody, CardCell, CardColumn, CardHead, CardName, CardRow, CardTable } from '../ui/cells/CardTable.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { PeriodDays } from '../ui/cells/PeriodDays.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { dayAt } from '../ui/today.ts'
import classes from '../vat/Vat.module.css'
import own from './Withholding.module.css'
import type { WithholdingPeriod } from './WithholdingPeriod.ts'

const colors = { running: 'gray', open: 'orange', filed: 'green' }
const entryPath = '/accounting/journal-entries/create'

type Acts = {
  mayFile: boolean
  onReference: ((period: WithholdingPeriod) => void) | undefined
  onTakeBack: ((period: WithholdingPeriod) => void) | undefined
}
type WithholdingTableProps = Acts & { title: string; periods: readonly WithholdingPeriod[] }

/** Months, or the statements of years. A period opens who was paid what in it. */
export function WithholdingTable({ title, periods, ...acts }: WithholdingTableProps) {
  const { t } = useTranslation('withholding')
  if (periods.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{title}</h2>
      <div className={classes.scroll}>
        <CardTable className={`${classes.table} ${classes.cards}`}>
          <CardHead>
            <CardRow>
              {['period', 'status', 'base', 'tax', 'due_on'].map((name) => (
                <CardColumn key={name} className={name === 'base' || name === 'tax' ? classes.figure : undefined}>
                  {t(`columns.${name}`)}
                </CardColumn>
              ))}
              <CardCell />
            </CardRow>
          </CardHead>
          <CardBody>
            {periods.map((period) => (
              <PeriodRow key={period.id} period={period} {...acts} />
            ))}
          </CardBody>
        </CardTable>
      </div>
    </section>
  )
}

function PeriodRow({ period, ...acts }: Acts & { period: WithholdingPeriod }) {
  const { t } = useTranslation('withholding')
  const { from, to, status } = period
  return (
    <CardRow className={own.row}>
      <CardName>
        <OpenLink to={reportPath('withholding_by_payee')} search={{ from, to }} className={classes.period}>
          <PeriodDays period={period} />
        </OpenLink>
      </CardName>
      <CardCell className={classes.status}>
        <StatusDot status={`vat_${status}`} color={colors[status]} />
      </CardCell>
      <CardCell className={classes.figure} data-label={t('columns.base')}>
        <OwnAmount value={period.base} />
      </CardCell>
      <CardCell className={classes.figure} data-label={t('columns.tax')}>
        <PeriodTax period={period} />
      </CardCell>
      <CardCell data-label={period.filed_at === null ? t('columns.due_on') : undefined}>
        <PeriodDay period={period} />
      </CardCell>
      <CardCell className={classes.action}>
        <PeriodActs period={period} {...acts} />
      </CardCell>
    </CardRow>
  )
}

/** By when it is filed; of a filed one when that was, by whom, and the authority's number. */
function PeriodDay({ period: { due_on, filed_at, filed_by, authority_reference } }: { period: WithholdingPeriod }) {
  const { t } = useTranslation('withholding')
  if (filed_at === null) return <Num>{due_on}</Num>
  return (
    <>
      <span className={classes.soFar}>{t('columns.filed')}</span>
      <Num>{dayAt(new Date(filed_at))}</Num> <bdi>{filed_by}</bdi>
      {authority_reference && (
        <span className={classes.credit}>
          {t('fields.withholding_period.authority_reference')}: <bdi>{authority_reference}</bdi>
        </span>
      )}
    </>
  )
}

/** The tax of a period, what of it is not paid, and what paying it late costs. */
function PeriodTax({ period: { status, tax, unpaid, fine } }: { period: WithholdingPeriod }) {
  const { t } = useTranslation('withholding')
  return (
    <>
      {status === 'running' && <span className={classes.soFar}>{t('so_far')}</span>}
      <OwnAmount value={tax} />
      {unpaid > 0 && (
        <span className={classes.credit}>
          {t('unpaid')} <OwnAmount value={unpaid} />
        </span>
      )}
      {fine > 0 && (
        <span className={classes.credit}>
          {t('fine')} <OwnAmount value={fine} />
        </span>
      )}
    </>
  )
}

function PeriodActs({ period, mayFile, onReference, onTakeBack }: Acts & { period: WithholdingPeriod }) {
  const { t } = useTranslation('withholding')
  const mayPay = useMayOpen(entryPath)
  const { id, from, to, status } = period
  const days = { from, to }
  return (
    <div className={own.acts}>
      {mayFile && status === 'open' && <FilePeriodOf period={period} />}
      {mayPay && period.unpaid > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('record.named', days)}
          renderRoot={(props) => <Link {...props} to={entryPath} search={{ withholding_period: String(id) }} />}
        >
          {t('record.action')}
        </Button>
      )}
      {onReference && status === 'filed' && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('reference.named', days)}
          onClick={() => onReference(period)}
        >
          {t('reference.action')}
        </Button>
      )}
      {onTakeBack && status === 'filed' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('take_back.named', days)}
          onClick={() => onTakeBack(period)}
        >
          {t('take_back.action')}
        </Button>
      )}
    </div>
  )
}

/** Asks before filing, with what is filed: its payments are fixed by it. */
function FilePeriodOf({ period }: { period: WithholdingPeriod }) {
  const { t } = useTranslation('withholding')
  const { id, kind, from, to, base, tax } = period
  const isYear = kind === 'year'
  const question = t(isYear ? 'file.question_year' : 'file.question', { from, to })
  return (
    <ConfirmDialog
      call={withholdingCalls.file}
      params={{ id }}
      label={t(isYear ? 'file.action_year' : 'file.action')}
      named={t('file.named', { from, to })}
      icon={<IconFile aria-hidden />}
      question={`${question} ${t('file.not_sent')}`}
      facts={[
        [t('columns.period'), <PeriodDays key="period" period={period} />],
        [t('columns.base'), <OwnAmount key="base" value={base} />],
        [t('columns.tax'), <OwnAmount key="tax" value={tax} />],
      ]}
    />
  )
}
