import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { Opening } from '#contract/opening.ts'
import { branches } from '#contract/organization.ts'
import { round } from '#ledger/money.ts'
import IconPrint from '~icons/tabler/printer'
import { optionsOf } from '../api/optionsOf.ts'
import { LotScopeContext } from '../lots/LotScope.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { LinesEditor } from '../ui/lines/LinesEditor.tsx'
import { figureOf } from '../ui/values/figureOf.ts'
import { ClearOpening } from './ClearOpening.tsx'
import { CreditLinks } from './CreditLinks.tsx'
import classes from './Opening.module.css'
import { type OpeningStep, OpeningSteps, openingSteps, stepOf, WalkSteps } from './OpeningSteps.tsx'
import type { AccountRow, OpeningItemRow, StockRow } from './openingRows.ts'
import { SettledLinks } from './SettledLinks.tsx'
import { useOpeningForm } from './useOpeningForm.ts'
import { useOpeningTables } from './useOpeningTables.ts'

type OpeningFormProps = { opening: Opening; values: Values; step: OpeningStep; onStep: (step: OpeningStep) => void }

const incoming = { way: 'in' as const, date: '', place_id: '' }

/** Accounts, open items and credits of customers and suppliers, and stock, a step each; what is left is the owners'. */
export function OpeningForm({ opening, values, step, onStep }: OpeningFormProps) {
  const { t } = useTranslation('opening')
  const facts = useOpeningForm(values)
  const { tables, columns, pasted, equity, currency, currencies } = useOpeningTables(facts)
  const { errors } = facts.form
  const failed = useFailedSteps(errors, onStep)
  const counts = Object.fromEntries(Object.entries(tables).map(([name, { filled }]) => [name, filled]))
  const links = {
    receivables: <SettledLinks items={opening.receivables} currencies={currencies} />,
    payables: <SettledLinks items={opening.payables} currencies={currencies} />,
    customer_credits: <CreditLinks side={sales} credits={opening.customer_credits} currencies={currencies} />,
    supplier_credits: <CreditLinks side={purchases} credits={opening.supplier_credits} currencies={currencies} />,
  }
  return (
    <FormPage title={t('title')} form={facts} savable={!opening.is_fixed} actions={opening.version > 0 && <ToPaper />}>
      {opening.is_fixed && <p className={classes.hint}>{t('fixed')}</p>}
      <OpeningSteps step={step} counts={counts} failed={failed} onStep={onStep} />
      {/* What can no longer be changed is read; the steps are still walked. */}
      <fieldset className={classes.entered} disabled={opening.is_fixed}>
        <div hidden={step !== 'head'}>
          <FormSection title={t('sections.head')} detail={t('sections.head_detail')}>
            <DateField name="opening_date" />
            <SelectField name="branch_id" call={optionsOf(branches)} />
          </FormSection>
        </div>
        <Part name="lines" step={step}>
          <LinesEditor
            name="lines"
            lines={tables.lines}
            columns={columns.lines}
            confirmable={hasAccount}
            onCells={(cells) => tables.lines.paste(pasted.lines(cells), hasAccount)}
          />
        </Part>
        {itemLists.map(([name, confirmable]) => (
          <Part key={name} name={name} step={step}>
            <LinesEditor
              name={name}
              lines={tables[name]}
              columns={columns[name]}
              confirmable={confirmable}
              onCells={(cells) => tables[name].paste(pasted[name](cells), confirmable)}
              footer={links[name]}
            />
          </Part>
        ))}
        <Part name="stock" step={step}>
          <LotScopeContext value={incoming}>
            <LinesEditor
              name="stock"
              lines={tables.stock}
              columns={columns.stock}
              confirmable={hasProduct}
              onCells={(cells) => tables.stock.paste(pasted.stock(cells), hasProduct)}
            />
          </LotScopeContext>
        </Part>
      </fieldset>
      <WalkSteps step={step} onStep={onStep} />
      <div className={classes.equity} aria-live="polite">
        <span>{t('equity.entered')}</span>
        <Amount value={round(equity, currency.decimals)} currency={currency} />
      </div>
      <ClearOpening opening={opening} />
    </FormPage>
  )
}

const hasAccount = (row: AccountRow) => row.account_id !== '' && !figureOf(row.debit).eq(figureOf(row.credit))
const isCredit = (row: OpeningItemRow) => row.party_id !== '' && figureOf(row.amount).gt(0)
const hasParty = (row: OpeningItemRow) => row.due_date !== '' && isCredit(row)
const itemLists = [
  ['receivables', hasParty],
  ['payables', hasParty],
  ['customer_credits', isCredit],
  ['supplier_credits', isCredit],
] as const
const hasProduct = (row: StockRow) => row.product_id !== '' && figureOf(row.quantity).gt(0)

/** The steps in which something was refused; the first of them is gone to, since what is refused must be seen. */
function useFailedSteps(
  errors: Record<string, unknown>,
  onStep: (step: OpeningStep) => void,
): ReadonlySet<OpeningStep> {
  const failed = new Set(Object.keys(errors).map(stepOf))
  const go = useRef(onStep)
  go.current = onStep
  const first = openingSteps.find((name) => failed.has(name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer leads there again, walking about does not
  useEffect(() => {
    if (first) go.current(first)
  }, [errors])
  return failed
}

/** The stored opening, on paper. */
function ToPaper() {
  const { t } = useTranslation('common')
  return (
    <Button
      variant="default"
      leftSection={<IconPrint aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/accounting/opening/paper" />}
    >
      {t('actions.print')}
    </Button>
  )
}

type PartProps = { name: Exclude<OpeningStep, 'head'>; step: OpeningStep; children: ReactNode }

function Part({ name, step, children }: PartProps) {
  const { t } = useTranslation('opening')
  return (
    <section className={classes.part} aria-label={t(`sections.${name}`)} hidden={name !== step}>
      <Title order={2} size="h3">
        {t(`sections.${name}`)}
      </Title>
      <p className={classes.hint}>{t(`sections.${name}_detail`)}</p>
      {children}
    </section>
  )
}
