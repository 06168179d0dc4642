import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { CardBody, CardCell, CardName, CardRow, CardTable } from '../ui/cells/CardTable.tsx'
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
      <CardTable className={`${classes.table} ${classes.cards} ${classes.periods}`}>
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
        <CardBody>
          {periods.map((period) => (
            <CardRow key={period.id}>
              <CardName>
                <Link to="/reports/vat-return" search={{ from: period.from, to: period.to }} className={classes.period}>
                  <PeriodDays period={period} />
                </Link>
              </CardName>
              <CardCell className={classes.status}>
                <StatusDot status={`vat_${period.status}`} color={colors[period.status]} />
              </CardCell>
              <CardCell className={classes.figure}>
                <PeriodNet period={period} />
              </CardCell>
              <CardCell>
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
              </CardCell>
              <CardCell>{period.settlement && <SettlementLink settlement={period.settlement} />}</CardCell>
              <CardCell className={classes.action}>
                {onFile && period.id === due?.id && period.status === 'open' && (
                  <Button size="compact-sm" onClick={() => onFile(period)}>
                    {t('file.action')}
                  </Button>
                )}
                <RecordPayment period={period} size="compact-sm" />
                {onFile && period.id === last?.id && <CreditUse period={period} />}
                <OfFiled period={period} last={last} onTakeBack={onTakeBack} onReference={onReference} />
              </CardCell>
            </CardRow>
          ))}
        </CardBody>
      </CardTable>
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
