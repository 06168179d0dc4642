import { useTranslation } from 'react-i18next'
import type { WithheldYear } from '#contract/withholding/withholding.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { CertificateActs } from '../sharing/CertificateActs.tsx'
import { Deliveries } from '../sharing/Deliveries.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { OverviewPart } from './OverviewPart.tsx'
import own from './PayeeYears.module.css'

type PayeeYearsProps = { id: number; years: readonly WithheldYear[] }

/** The years in which tax was withheld from a supplier, each with its certificate. */
export function PayeeYears({ id, years }: PayeeYearsProps) {
  const { t } = useTranslation('withholding')
  return (
    <OverviewPart title={t('certificates.title')}>
      <ul className={own.years}>
        {years.map(({ year, base, tax, is_filed }) => (
          <li key={year} aria-label={String(year)}>
            <strong>
              <Num>{year}</Num>
            </strong>
            <span>
              {t('columns.base')} <OwnAmount value={base} />
            </span>
            <span>
              {t('columns.tax')} <OwnAmount value={tax} />
            </span>
            <StatusDot
              status={is_filed ? 'filed' : 'open'}
              color={is_filed ? 'green' : 'orange'}
              label={t(`certificates.${is_filed ? 'filed' : 'open'}`)}
            />
            <CertificateActs id={id} year={year} />
          </li>
        ))}
      </ul>
      <Deliveries kind="withholding_certificate" id={id} />
    </OverviewPart>
  )
}
