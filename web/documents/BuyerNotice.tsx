import { useTranslation } from 'react-i18next'
import { type Buyer, missingBuyerFacts } from '#contract/documents/missing-buyer-facts.ts'
import { useUser } from '../api/session.ts'
import { useFieldLabel } from '../i18n/useFieldLabel.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import classes from './VatNotice.module.css'

/** The chosen customer, with the data that an invoice needs. */
export type BuyerChoice = Buyer & { type?: string | null }

/** Shows, once a customer is chosen, the missing data for a standard tax invoice, with a link to it. */
export function BuyerNotice({ buyer }: { buyer: BuyerChoice | null | undefined }) {
  const { t, i18n } = useTranslation('documents')
  const label = useFieldLabel('customer')
  const { form } = useFormScope()
  const said = useWatched(form, 'audience')
  const customerId = useWatched(form, 'customer_id')
  const { tax_number } = useUser().organization
  if (!buyer || tax_number === null) return null
  const isStandard = said === 'standard' || (said !== 'simplified' && buyer.type !== 'individual')
  const missing = isStandard ? missingBuyerFacts(buyer) : []
  if (missing.length === 0) return null
  const list = new Intl.ListFormat(i18n.language).format(missing.map((fact) => label(fact)))
  return (
    <p className={classes.notice} role="status">
      {t('buyer_notice.missing', { list })}{' '}
      <OpenLink to="/sales/customers" search={{ edit: String(customerId) }} className="link">
        {t('buyer_notice.way')}
      </OpenLink>
    </p>
  )
}
