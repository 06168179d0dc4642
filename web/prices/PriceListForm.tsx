import { Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { lookUps } from '#contract/organization.ts'
import { customers } from '#contract/parties.ts'
import { priceListAudiences, priceLists } from '#contract/prices/price-lists.ts'
import { groupThousands } from '#ledger/group-thousands.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { Id } from '../api/resource.ts'
import { UnitSelect } from '../catalog/UnitSelect.tsx'
import { type ProductInUnits, unitLabel } from '../catalog/unitChoices.ts'
import { localName } from '../i18n/localName.ts'
import { priceListsPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { type Choosable, useChoices } from '../ui/fields/useChoices.ts'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import type { LineCell, LineColumn } from '../ui/lines/LineColumn.ts'
import { LineSelect } from '../ui/lines/LineSelect.tsx'
import { LinesEditor } from '../ui/lines/LinesEditor.tsx'
import { useLines } from '../ui/lines/useLines.ts'
import classes from './Prices.module.css'
import { emptyMember, emptyPrice, type MemberRow, type PriceRow, pastedPrices, sentPrice } from './priceRow.ts'

/** A price list: whom it is for and when, and its prices by quantity. */
export function PriceListForm({ id, values }: { id: Id | null; values: Values }) {
  const { t } = useTranslation('prices')
  const navigate = useNavigate()
  const facts = useRecordForm({
    resource: priceLists,
    id,
    values,
    toBody: listBody,
    onSaved: () => void navigate({ to: priceListsPath }),
  })
  const audience = useWatched(facts.form, 'audience')
  const audiences = priceListAudiences.map((value) => ({ value, label: t(`audiences.${value}`) }))
  return (
    <FormPage
      title={t(`names.price_list.${id === null ? 'new' : 'edit'}`)}
      form={facts}
      onBack={() => void navigate({ to: priceListsPath })}
    >
      <FormSection title={t('sections.info')} detail={t('sections.info_detail')}>
        <TextField name="name" />
        <TextField name="name_en" />
        <ChoiceField name="audience" choices={audiences} description={t('audience_hint')} />
        {audience === 'branch' && <BranchField />}
        <SelectField name="currency_id" call={lookUps.currencies} />
        <SwitchField name="prices_include_tax" />
        <DateField name="starts_on" />
        <DateField name="ends_on" />
        <StatusField />
      </FormSection>
      {audience === 'customers' && <Members form={facts} />}
      <Prices form={facts} />
    </FormPage>
  )
}

const listBody = ({ items, customers: members, audience, branch_id, ...rest }: Values): Values => ({
  ...rest,
  audience,
  branch_id: audience === 'branch' ? branch_id : '',
  customers: audience === 'customers' ? (members as MemberRow[]).map(({ customer_id }) => ({ customer_id })) : [],
  items: (items as PriceRow[]).map(sentPrice),
})

function Members({ form }: { form: SchemaForm }) {
  const { t } = useTranslation('prices')
  const lines = useLines<MemberRow>(form, 'customers', emptyMember)
  return (
    <section className={classes.rows} aria-label={t('sections.customers')}>
      <Title order={2} size="h3">
        {t('sections.customers')}
      </Title>
      <LinesEditor name="customers" lines={lines} columns={memberColumns} confirmable={hasCustomer} />
    </section>
  )
}

function Prices({ form }: { form: SchemaForm }) {
  const { t } = useTranslation('prices')
  const catalog = useOptions(optionsOf(products)).data as (Choosable & ProductInUnits)[] | undefined
  const lines = useLines<PriceRow>(form, 'items', emptyPrice)
  const unitsOf = (row: PriceRow) => catalog?.find(({ id }) => String(id) === row.product_id)?.units ?? []
  const hasUnits = lines.lines.some(({ row }) => row.product_unit_id !== '' || unitsOf(row).length > 0)
  return (
    <section className={classes.rows} aria-label={t('sections.items')}>
      <Title order={2} size="h3">
        {t('sections.items')}
      </Title>
      <p className={classes.hint}>{t('sections.items_detail')}</p>
      <LinesEditor
        name="items"
        lines={lines}
        columns={hasUnits ? columnsInUnits : priceColumns}
        confirmable={hasProduct}
        onCells={(cells) =>
          lines.paste(pastedPrices(cells, (catalog ?? []) as Parameters<typeof pastedPrices>[1]), hasProduct)
        }
      />
    </section>
  )
}

const hasCustomer = ({ customer_id }: MemberRow) => customer_id !== ''
const hasProduct = ({ product_id }: PriceRow) => product_id !== ''

const memberColumns: readonly LineColumn<MemberRow>[] = [
  {
    name: 'customer_id',
    read: ({ label }) => <bdi>{label}</bdi>,
    edit: (cell) => (
      <ChoiceCell
        control={cell.control}
        call={optionsOf(customers)}
        value={cell.row.customer_id}
        label={cell.row.label}
        onChoose={(customer_id, label) => cell.change({ customer_id, label })}
      />
    ),
  },
]

const figure = (name: 'from_quantity' | 'price' | 'percent_off', width: string): LineColumn<PriceRow> => ({
  name,
  width,
  figures: true,
  read: (row) => <Num>{groupThousands(row[name])}</Num>,
  edit: ({ row, change, control }) => (
    <FigureInput
      {...control}
      value={row[name]}
      placeholder={name === 'from_quantity' ? '1' : undefined}
      onChange={(value) => change({ [name]: value })}
    />
  ),
})
const priceColumns: readonly LineColumn<PriceRow>[] = [
  {
    name: 'product_id',
    read: ({ label }) => <bdi>{label}</bdi>,
    edit: (cell) => (
      <ChoiceCell
        control={cell.control}
        call={optionsOf(products)}
        value={cell.row.product_id}
        label={cell.row.label}
        onChoose={(product_id, label) => cell.change({ product_id, label, product_unit_id: '', unit_label: '' })}
      />
    ),
  },
  figure('from_quantity', '130px'),
  figure('price', '130px'),
  figure('percent_off', '130px'),
]

/** With the unit that a price is for, once a product of the list has more than one. */
const columnsInUnits: readonly LineColumn<PriceRow>[] = priceColumns.toSpliced(1, 0, {
  name: 'product_unit_id',
  width: '150px',
  read: ({ unit_label }) => <bdi>{unit_label}</bdi>,
  edit: ({ row, change, control }) => (
    <UnitSelect
      control={control}
      product_id={row.product_id}
      value={row.product_unit_id}
      label={row.unit_label}
      onChange={(unit) =>
        change({ product_unit_id: unit ? String(unit.id) : '', unit_label: unit ? unitLabel(unit) : '' })
      }
    />
  ),
})

type ChoiceCellProps = {
  control: LineCell<unknown>['control']
  call: ReturnType<typeof optionsOf>
  value: string
  label: string | undefined
  onChoose: (id: string, label: string) => void
}

/** One record of another resource; it may be inactive, or outside the loaded options: it stays selectable in its own row. */
function ChoiceCell({ control, call, value, label = '', onChoose }: ChoiceCellProps) {
  const { choices, setSearch, find } = useChoices(call)
  const isKnown = value === '' || choices.some((choice) => choice.value === value)
  return (
    <LineSelect
      control={control}
      value={value}
      unknown={label}
      choices={isKnown ? choices : [{ value, label }, ...choices]}
      onSearch={setSearch}
      onChange={(id) => {
        const chosen = find(id)
        if (chosen) onChoose(id, localName(chosen))
      }}
    />
  )
}
