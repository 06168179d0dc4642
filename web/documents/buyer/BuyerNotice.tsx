import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customers } from '#contract/parties.ts'
import { useUser } from '../../api/session.ts'
import { useCan } from '../../api/useCan.ts'
import { loadWords } from '../../i18n/i18n.ts'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { useFormScope } from '../../ui/form/FormScope.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import classes from '../VatNotice.module.css'
import { type BuyerChoice, lackingOf } from './buyerFacts.ts'

const Drawer = lazy(async () => {
  await loadWords(['parties', 'organization'])
  return import('../../parties/BuyerAddressDrawer.tsx')
})

type BuyerNoticeProps = {
  buyer: BuyerChoice | null | undefined
  /** What the buyer lacks, for the question before an invoice is confirmed. */
  onLacking: (lacking: string[]) => void
  onCompleted: (buyer: BuyerChoice) => void
}

/** Shows, once a customer is chosen, the missing data for a standard tax invoice, with the drawer that takes it. */
export function BuyerNotice({ buyer, onLacking, onCompleted }: BuyerNoticeProps) {
  const { t } = useTranslation('documents')
  const can = useCan()
  const { form } = useFormScope()
  const audience = useWatched(form, 'audience')
  const customerId = useWatched(form, 'customer_id')
  const { tax_number } = useUser().organization
  const [isOpen, setIsOpen] = useState(false)
  const lacking = buyer && tax_number !== null ? lackingOf(buyer, audience) : []
  const list = useLackingList(lacking)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words say whether it changed
  useEffect(() => onLacking(lacking), [list])
  const [first] = lacking
  if (first === undefined) return null
  return (
    <p className={classes.notice} role="status">
      {t('buyer_notice.missing', { list })}{' '}
      {can(customers.permissions.update) && (
        <button type="button" className="link" onClick={() => setIsOpen(true)}>
          {t('buyer_notice.way')}
        </button>
      )}
      <Suspense>
        {isOpen && (
          <Drawer
            customerId={Number(customerId)}
            first={first}
            onClose={() => setIsOpen(false)}
            onSaved={(record) => {
              setIsOpen(false)
              onCompleted(record as BuyerChoice)
            }}
          />
        )}
      </Suspense>
    </p>
  )
}

/** Missing facts as a sentence says them. */
export function useLackingList(lacking: readonly string[]): string {
  const { i18n } = useTranslation('documents')
  const label = useFieldLabel('customer')
  return new Intl.ListFormat(i18n.language).format(lacking.map((fact) => label(fact)))
}
