import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { purchases } from '#contract/documents/sides.ts'
import type { BillPaper } from '#contract/imports/bill-inbox.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { suppliers } from '#contract/parties.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { documentPath } from '../routes/paths.ts'
import classes from './BillInbox.module.css'

/** The data of the paper, and what does not fit. */
export function PaperNotice({ paper }: { paper: BillPaper }) {
  const { t } = useTranslation('billInbox')
  const { currency } = paper
  const figure = (value: number | null) => (value === null ? '–' : formatNumber(value, currency?.decimals ?? 2))
  return (
    <section className={classes.notice}>
      <p className={classes.hint}>
        {t('paper.says', {
          subtotal: figure(paper.subtotal),
          tax: figure(paper.tax),
          total: `${figure(paper.total)}${currency ? ` ${currency.code}` : ''}`,
        })}
      </p>
      {paper.problems.length > 0 && (
        <ul className={classes.problems}>
          {paper.problems.map(({ code, difference, document_id }) => (
            <li key={code}>
              {t(`problems.${code}`, { difference: figure(difference) })}{' '}
              {document_id !== null && (
                <Link to={`${documentPath(purchases)}/${document_id}/view`} className="link">
                  {t('actions.same')}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {paper.unit_questions.length > 0 && (
        <ul className={classes.problems}>
          {paper.unit_questions.map((row) => (
            <li key={row.line_number}>
              <bdi>{t('paper.unit_asked', row)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {paper.supplier_id === null && paper.seller.name && <NewSupplier paper={paper} />}
    </section>
  )
}

/** A supplier as the paper names it; the form begins again with it. */
function NewSupplier({ paper: { seller } }: { paper: BillPaper }) {
  const { t } = useTranslation('billInbox')
  const can = useCan()
  const [email, setEmail] = useState('')
  const create = useActionMutation(suppliers.calls.create)
  if (!can(suppliers.permissions.create)) return null
  const submit = () => {
    const { name, vat_number, street, building_number, district, postal_code } = seller
    const body = { name, tax_number: vat_number ?? '', email, type: 'company', status: 'active' }
    create.mutate({ body: { ...body, street, building_number, district, postal_code } })
  }
  return (
    // Within the form of the bill, which must not be sent by this.
    <div className={classes.code}>
      <p className={classes.hint}>{t('supplier.unknown', { name: seller.name })}</p>
      <TextInput
        aria-label={t('supplier.email')}
        placeholder={t('supplier.email')}
        dir="ltr"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (email) submit()
        }}
      />
      <Button variant="default" loading={create.isPending} disabled={!email} onClick={submit}>
        {t('actions.add_supplier')}
      </Button>
    </div>
  )
}
