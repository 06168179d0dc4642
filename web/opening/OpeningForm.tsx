import { Title } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Opening } from '#contract/opening.ts'
import { branches } from '#contract/organization.ts'
import { purchases, sales } from '#contract/sides.ts'
import { toNumber } from '#ledger/money.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useUser } from '../api/session.ts'
import { Amount } from '../kit/cells/Amount.tsx'
import { DateField } from '../kit/fields/DateField.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { FormPage } from '../kit/form/FormPage.tsx'
import type { Values } from '../kit/form/FormScope.ts'
import { FormSection } from '../kit/form/FormSection.tsx'
import { LinesEditor } from '../kit/lines/LinesEditor.tsx'
import { useLines } from '../kit/lines/useLines.ts'
import { ClearOpening } from './ClearOpening.tsx'
import { CreditLinks } from './CreditLinks.tsx'
import classes from './Opening.module.css'
import {
  accountColumns,
  type Currency,
  creditColumns,
  currencyCall,
  itemColumns,
  stockColumns,
} from './openingColumns.tsx'
import {
  type AccountRow,
  emptyAccount,
  emptyItem,
  emptyStock,
  figureOf,
  type ItemRow,
  openingEquity,
  type StockRow,
} from './openingRows.ts'
import { useOpeningForm } from './useOpeningForm.ts'

/** Accounts, open items of customers and suppliers, and stock, each in its table; what is left is the owners'. */
export function OpeningForm({ opening, values }: { opening: Opening; values: Values }) {
  const { t, i18n } = useTranslation('opening')
  const { currency } = useUser().organization
  const facts = useOpeningForm(values)
  const currencies = useOptions(currencyCall)
  const known = useMemo(() => (currencies.data ?? []) as Currency[], [currencies.data])
  const foreign = useMemo(() => known.filter((one) => one.id !== currency.id), [known, currency.id])
  const lines = useLines<AccountRow>(facts.form, 'lines', emptyAccount)
  const receivables = useLines<ItemRow>(facts.form, 'receivables', () => emptyItem(String(currency.id)))
  const payables = useLines<ItemRow>(facts.form, 'payables', () => emptyItem(String(currency.id)))
  const customerCredits = useLines<ItemRow>(facts.form, 'customer_credits', () => emptyItem(String(currency.id)))
  const supplierCredits = useLines<ItemRow>(facts.form, 'supplier_credits', () => emptyItem(String(currency.id)))
  const stock = useLines<StockRow>(facts.form, 'stock', emptyStock)
  // The cells word themselves in the language of the page, so a change of language draws them again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const columns = useMemo(
    () => ({
      lines: accountColumns(foreign),
      receivables: itemColumns(sales, known),
      payables: itemColumns(purchases, known),
      customerCredits: creditColumns(sales, known),
      supplierCredits: creditColumns(purchases, known),
      stock: [...stockColumns],
    }),
    [known, foreign, i18n.language],
  )
  const equity = openingEquity({
    lines: rowsOf(lines),
    // What customers paid ahead is owed to them, as what is payable to suppliers.
    owned: [...rowsOf(receivables), ...rowsOf(supplierCredits)],
    owed: [...rowsOf(payables), ...rowsOf(customerCredits)],
    stock: rowsOf(stock),
  })
  return (
    <FormPage title={t('title')} form={facts} savable={!opening.is_fixed}>
      {opening.is_fixed && <p className={classes.hint}>{t('fixed')}</p>}
      <FormSection title={t('sections.head')} detail={t('sections.head_detail')}>
        <DateField name="opening_date" />
        <SelectField name="branch_id" call={optionsOf(branches)} />
      </FormSection>
      <Part name="lines">
        <LinesEditor name="lines" lines={lines} columns={columns.lines} confirmable={hasAccount} minimum={0} />
      </Part>
      <Part name="receivables">
        <LinesEditor
          name="receivables"
          lines={receivables}
          columns={columns.receivables}
          confirmable={hasParty}
          minimum={0}
        />
      </Part>
      <Part name="payables">
        <LinesEditor name="payables" lines={payables} columns={columns.payables} confirmable={hasParty} minimum={0} />
      </Part>
      <Part name="customer_credits">
        <LinesEditor
          name="customer_credits"
          lines={customerCredits}
          columns={columns.customerCredits}
          confirmable={isCredit}
          minimum={0}
          footer={<CreditLinks side={sales} credits={opening.customer_credits} currencies={known} />}
        />
      </Part>
      <Part name="supplier_credits">
        <LinesEditor
          name="supplier_credits"
          lines={supplierCredits}
          columns={columns.supplierCredits}
          confirmable={isCredit}
          minimum={0}
          footer={<CreditLinks side={purchases} credits={opening.supplier_credits} currencies={known} />}
        />
      </Part>
      <Part name="stock">
        <LinesEditor name="stock" lines={stock} columns={columns.stock} confirmable={hasProduct} minimum={0} />
      </Part>
      <div className={classes.equity} aria-live="polite">
        <span>{t('equity.entered')}</span>
        <Amount value={toNumber(equity.round(2, 1))} currency={currency} />
      </div>
      <ClearOpening opening={opening} />
    </FormPage>
  )
}

const rowsOf = <Row,>({ lines }: { lines: readonly { row: Row }[] }) => lines.map(({ row }) => row)
const hasAccount = (row: AccountRow) => row.account_id !== '' && !figureOf(row.debit).eq(figureOf(row.credit))
const hasParty = (row: ItemRow) => row.party_id !== '' && row.due_date !== '' && figureOf(row.amount).gt(0)
const isCredit = (row: ItemRow) => row.party_id !== '' && figureOf(row.amount).gt(0)
const hasProduct = (row: StockRow) => row.product_id !== '' && figureOf(row.quantity).gt(0)

type PartName = 'lines' | 'receivables' | 'payables' | 'customer_credits' | 'supplier_credits' | 'stock'

function Part({ name, children }: { name: PartName; children: ReactNode }) {
  const { t } = useTranslation('opening')
  return (
    <section className={classes.part} aria-label={t(`sections.${name}`)}>
      <Title order={2} size="h3">
        {t(`sections.${name}`)}
      </Title>
      <p className={classes.hint}>{t(`sections.${name}_detail`)}</p>
      {children}
    </section>
  )
}
