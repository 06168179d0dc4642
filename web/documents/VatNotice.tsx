import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { useUser } from '../api/session.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import classes from './VatNotice.module.css'

/** Shows on a sale, before it is saved, that no VAT may be charged or that it will not be a tax invoice. */
export function VatNotice({ side }: { side: Side }) {
  const { t } = useTranslation('documents')
  const { tax_number, vat_status } = useUser().organization
  if (side.name !== 'sales' || tax_number !== null) return null
  return (
    <p className={classes.notice}>
      {t(`vat_notice.${vat_status === 'not_registered' ? 'not_registered' : 'unknown'}`)}{' '}
      <OpenLink to="/settings/organization" className="link">
        {t('vat_notice.way')}
      </OpenLink>
    </p>
  )
}
