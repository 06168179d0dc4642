import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type WithholdingPeriods, withholdingCalls } from '#contract/withholding/withholding.ts'
import { withholdingTypes } from '#ledger/law/withholding.ts'
import { withholdingRate } from '#ledger/law/withholding-return.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { CardBody, CardCell, CardColumn, CardHead, CardName, CardRow, CardTable } from '../ui/cells/CardTable.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import classes from '../vat/Vat.module.css'
import own from './Withholding.module.css'

type Untyped = WithholdingPeriods['untyped'][number]

/** Payments of which it is not said what they were for: each is asked about before its month is filed. */
export function UntypedPayments({ rows, maySay }: { rows: readonly Untyped[]; maySay: boolean }) {
  const { t } = useTranslation('withholding')
  const [asked, setAsked] = useState<Untyped | null>(null)
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('untyped.title')}</h2>
      <p className={own.hint}>{t('untyped.hint')}</p>
      <div className={classes.scroll}>
        <CardTable className={`${classes.table} ${classes.cards}`}>
          <CardHead>
            <CardRow>
              {['number', 'day', 'payee', 'rate', 'base', 'tax'].map((name) => (
                <CardColumn key={name} className={name === 'base' || name === 'tax' ? classes.figure : undefined}>
                  {t(`columns.${name}`)}
                </CardColumn>
              ))}
              <CardCell />
            </CardRow>
          </CardHead>
          <CardBody>
            {rows.map((row) => (
              <CardRow key={row.payment_id} className={own.row}>
                <CardName>
                  <OpenLink to={`/accounting/expense-payments/${row.payment_id}/view`} className={classes.period}>
                    <Num>{row.number}</Num>
                  </OpenLink>
                </CardName>
                <CardCell>
                  <Num>{row.day}</Num>
                </CardCell>
                <CardCell>
                  <bdi>{localName(row.supplier)}</bdi>
                </CardCell>
                <CardCell>
                  <Num>{`${row.rate}%`}</Num>
                </CardCell>
                <CardCell className={classes.figure} data-label={t('columns.base')}>
                  <OwnAmount value={row.base} />
                </CardCell>
                <CardCell className={classes.figure} data-label={t('columns.tax')}>
                  <OwnAmount value={row.tax} />
                </CardCell>
                <CardCell className={classes.action}>
                  {maySay && (
                    <Button
                      size="compact-sm"
                      aria-label={t('untyped.named', { number: row.number })}
                      onClick={() => setAsked(row)}
                    >
                      {t('untyped.action')}
                    </Button>
                  )}
                </CardCell>
              </CardRow>
            ))}
          </CardBody>
        </CardTable>
      </div>
      {asked && <WithholdingTypeDrawer row={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

/** The kinds whose rate is at least what was withheld; where it is more, the certificate that lowered it. */
function WithholdingTypeDrawer({ row, onClose }: { row: Untyped; onClose: () => void }) {
  const { t } = useTranslation(['withholding', 'law'])
  const choices = withholdingTypes.flatMap((value) => {
    const law = withholdingRate(value, row.day)
    if (law === undefined || Number(law) < row.rate) return []
    return [{ value, label: `${t(`law:choices.${value}`)} (${law}%)` }]
  })
  return (
    <ActionDrawer
      title={t('untyped.named', { number: row.number })}
      call={withholdingCalls.sayType}
      params={{ id: row.payment_id }}
      values={{ withholding_type: '', withholding_certificate: '', version: row.version }}
      saveLabel={t('untyped.action')}
      onClose={onClose}
    >
      <ChoiceField
        name="withholding_type"
        choices={choices}
        description={t('untyped.rate', { rate: String(row.rate) })}
      />
      <LtrTextField name="withholding_certificate" />
    </ActionDrawer>
  )
}
