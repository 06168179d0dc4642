import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { PeriodDays } from '../ui/cells/PeriodDays.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { dayAt } from '../ui/today.ts'
import { CreditUse } from './CreditUse.tsx'
import { RecordPayment } from './RecordPayment.tsx'
import { SettlementLink } from './SettlementLink.tsx'
import classes from './Vat.module.css'
import type { VatPeriod } from './VatPeriod.ts'

const colors = { running: 'gray', open: 'orange', filed: 'green' }

type PeriodsTableProps = {
  periods: readonly VatPeriod[]
  onFile: ((period: VatPeriod) => void) | undefined
  onTakeBack: ((period: VatPeriod) => void) | undefined
  onReference: ((period: VatPeriod) => void) | undefined
}

/** A period opens its return; the first one that is due offers to be filed. */
export function PeriodsTable({ periods, onFile, onTakeBack, onReference }: PeriodsTableProps) {
  const { t } = useTranslation('vat')
  const due = periods.findLast((period) => period.status !== 'filed')
  // The credit of an earlier return is in the next one.
  const last = periods.find((period) => period.status === 'filed')
  return (
    <div className={classes.scroll}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: on a phone the rows are cards, whose roles must be said again */}
      <table role="table" className={`${classes.table} ${classes.cards} ${classes.periods}`}>
        <thead>
          <tr>
            {['period', 'status', 'net', 'filed', 'settlement'].map((name) => (
              <th key={name} scope="col" className={name === 'net' ? classes.figure : undefined}>
                {t(`columns.${name}`)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody role="rowgroup">
          {periods.map((period) => (
            <tr role="row" key={period.id}>
              <th role="rowheader" scope="row">
                <Link to="/reports/vat-return" search={{ from: period.from, to: period.to }} className={classes.period}>
                  <PeriodDays period={period} />
                </Link>
              </th>
              <td role="cell" className={classes.status}>
                <StatusDot status={`vat_${period.status}`} color={colors[period.status]} />
              </td>
              <td role="cell" className={classes.figure}>
                <PeriodNet period={period} />
              </td>
              <td role="cell">
                {period.filed_at && (
                  <>
                    <Num>{dayAt(new Date(period.filed_at))}</Num> <bdi>{period.filed_by}</bdi>
                    {period.authority_reference && (
                      <span className={classes.credit}>
                        {t('fields.vat_period.authority_reference')}: <bdi>{period.authority_reference}</bdi>
                      </span>
                    )}
                  </>
                )}
              </td>
              <td role="cell">{period.settlement && <SettlementLink settlement={period.settlement} />}</td>
              <td role="cell" className={classes.action}>
                {onFile && period.id === due?.id && period.status === 'open' && (
                  <Button size="compact-sm" onClick={() => onFile(period)}>
                    {t('file.action')}
                  </Button>
                )}
                <RecordPayment period={period} size="compact-sm" />
                {onFile && period.id === last?.id && <CreditUse period={period} />}
                <OfFiled period={period} last={last} onTakeBack={onTakeBack} onReference={onReference} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  )
}

type OfFiledProps = Pick<PeriodsTableProps, 'onTakeBack' | 'onReference'> & {
  period: VatPeriod
  last: VatPeriod | undefined
}

/** Later facts of a filed return, and whether the last one may be taken back. */
function OfFiled({ period, last, onTakeBack, onReference }: OfFiledProps) {
  const { t } = useTranslation('vat')
  return (
    <>
      {onReference && period.status === 'filed' && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('reference.named', { from: period.from, to: period.to })}
          onClick={() => onReference(period)}
        >
          {t('reference.action')}
        </Button>
      )}
      {onTakeBack && period.id === last?.id && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('take_back.named', { from: period.from, to: period.to })}
          onClick={() => onTakeBack(period)}
        >
          {t('take_back.action')}
        </Button>
      )}
    </>
  )
}

/** Its net, with the part of earlier returns in it, and what became of a credit. */
function PeriodNet({ period: { status, net, brought, credit } }: { period: VatPeriod }) {
  const { t } = useTranslation('vat')
  return (
    <>
      {status !== 'filed' && <span className={classes.soFar}>{t('so_far')}</span>}
      {net !== null && <OwnAmount value={net} />}
      {brought !== null && (
        <span className={classes.credit}>
          {t('brought')} <OwnAmount value={-brought} />
        </span>
      )}
      {credit && <span className={classes.credit}>{t(`credit.uses.${credit}`)}</span>}
    </>
  )
}
