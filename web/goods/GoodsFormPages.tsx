import { Button } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type GoodsKindName, goodsKinds } from '#contract/goods/goods-kinds.ts'
import { goodsCalls, goodsNotes } from '#contract/goods/goods-notes.ts'
import type { Call } from '#contract/kit/resource.ts'
import { orders } from '#contract/orders/orders.ts'
import { PlaceField } from '../accounting-ui/PlaceField.tsx'
import { request } from '../api/client.ts'
import { useRecord, useWritten } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { localName } from '../i18n/localName.ts'
import { type Order, partyOf } from '../orders/Order.ts'
import { PreviewButton } from '../preview/PreviewButton.tsx'
import { goodsPath, orderPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { today } from '../ui/today.ts'
import type { GoodsNote } from './GoodsNote.ts'
import { type MovedRow, movedRows, rowsOfOrder, rowsOfReturn } from './goodsRows.ts'
import { MovedRows } from './MovedRows.tsx'

/** Goods of the order of the address (`?order=7`) that move; without one, the orders that wait for it. */
export function GoodsCreatePage({ name }: { name: GoodsKindName }) {
  const { t } = useTranslation('goods')
  const kind = goodsKinds[name]
  const { order } = useSearch({ strict: false }) as { order?: string | number }
  // Orders of both sides, by one type: the form reads what they share.
  const source = useRecord(orders[kind.order.name] as unknown as (typeof orders)['quotation'], order ?? null)
  const toOrders = (
    <Button renderRoot={(props) => <Link {...props} to={orderPath(kind.order.name)} search={{ delivery: 'open' }} />}>
      {t(`new.${name}.to_orders`)}
    </Button>
  )
  const nothing = (hint: string) => (
    <>
      <PageHeader title={t(`names.${name}.new`)} />
      <EmptyState hint={hint}>{toOrders}</EmptyState>
    </>
  )
  if (order === undefined) return nothing(t(`new.${name}.from_order`))
  if (!source.data) return <LoadingPage of={source} list={goodsPath(name)} />
  const rows = rowsOfOrder(source.data)
  if (rows.length === 0) return nothing(t(`new.${name}.nothing_open`))
  return <CreateForm key={source.data.version} name={name} order={source.data} rows={rows} />
}

function CreateForm({ name, order, rows }: { name: GoodsKindName; order: Order; rows: MovedRow[] }) {
  const { t } = useTranslation('goods')
  const navigate = useNavigate()
  const { organization } = useUser()
  const kind = goodsKinds[name]
  const isForeign = name === 'goods_receipt' && order.currency.id !== organization.currency.id
  const form = useGoodsForm({
    name,
    call: goodsCalls[name].create,
    by: 'order_line_id',
    params: {},
    values: {
      note_date: today(),
      branch_id: String(order.branch_id),
      place_id: order.place_id === null ? '' : String(order.place_id),
      place: order.place,
      reference: '',
      notes: '',
      exchange_rate: '',
      items: rows,
    },
  })
  const party = localName(partyOf(kind.order.name, order))
  return (
    <FormPage
      title={t(`names.${name}.new`)}
      form={form}
      saveLabel={t(`acts.${name}`)}
      onBack={() => void navigate({ to: `${orderPath(kind.order.name)}/${order.id}/view` })}
      actions={<PreviewButton form={form} call={goodsCalls[name].preview} saveLabel={t(`acts.${name}`)} />}
    >
      <FormSection
        title={t('sections.what')}
        detail={<FromRecord word={t(`of_order.${name}`)} number={order.number} party={party} />}
      >
        <DateField name="note_date" />
        <BranchField />
        <PlaceField hint="of_order" />
        <MemoFields />
        {isForeign && <NumberField name="exchange_rate" description={t('hints.rate')} />}
      </FormSection>
      <MovedRows form={form} hint={t(`rows.hint.${name}`)} way={name === 'delivery_note' ? 'out' : 'in'} />
    </FormPage>
  )
}

function MemoFields() {
  return (
    <>
      <TextField name="reference" />
      <TextareaField name="notes" rows={2} />
    </>
  )
}

const FromRecord = ({ word, number, party }: { word: string; number: string; party: string }) => (
  <BidiText>
    {word} <Num>{number}</Num> · <bdi>{party}</bdi>
  </BidiText>
)

/** What comes back of a note before its invoice or bill. */
export function GoodsReturnPage({ name }: { name: GoodsKindName }) {
  return (
    <RecordPage resource={goodsNotes[name] as (typeof goodsNotes)['delivery_note']} list={goodsPath(name)}>
      {(note) => <ReturnForm name={name} note={note} />}
    </RecordPage>
  )
}

function ReturnForm({ name, note }: { name: GoodsKindName; note: GoodsNote }) {
  const { t } = useTranslation('goods')
  const navigate = useNavigate()
  const back = `${goodsPath(name)}/${note.id}/view`
  const form = useGoodsForm({
    name,
    call: goodsCalls[name].returned,
    by: 'goods_line_id',
    params: { id: note.id },
    values: { note_date: today(), place_id: '', reference: '', notes: '', items: rowsOfReturn(note) },
  })
  return (
    <FormPage
      title={t(`names.${name}.return`)}
      form={form}
      saveLabel={t(`acts.return.${name}`)}
      onBack={() => void navigate({ to: back })}
    >
      <FormSection
        title={t('sections.what')}
        detail={
          <BidiText>
            {t(`of_note.${name}`)} <Num>{note.number}</Num>
          </BidiText>
        }
      >
        <DateField name="note_date" />
        <PlaceField hint="of_source" />
        <MemoFields />
      </FormSection>
      <MovedRows form={form} hint={t(`rows.return_hint.${name}`)} way="in" />
    </FormPage>
  )
}

/** The remarks of a note: its goods are posted and stay. */
export function GoodsEditPage({ name }: { name: GoodsKindName }) {
  return (
    <RecordPage resource={goodsNotes[name] as (typeof goodsNotes)['delivery_note']} list={goodsPath(name)}>
      {(note) => <MemoForm name={name} note={note} />}
    </RecordPage>
  )
}

function MemoForm({ name, note }: { name: GoodsKindName; note: GoodsNote }) {
  const { t } = useTranslation('goods')
  const { id } = useParams({ strict: false }) as { id: string }
  const navigate = useNavigate()
  const form = useGoodsForm({
    name,
    call: goodsCalls[name].update,
    by: null,
    params: { id: Number(id) },
    values: { reference: note.reference ?? '', notes: note.notes ?? '', version: note.version },
  })
  return (
    <FormPage
      title={t(`names.${name}.edit`)}
      form={form}
      onBack={() => void navigate({ to: `${goodsPath(name)}/${id}/view` })}
    >
      <FormSection title={t('sections.what')} detail={t('sections.memo_detail')}>
        <MemoFields />
      </FormSection>
    </FormPage>
  )
}

type GoodsForm = {
  name: GoodsKindName
  call: Call
  by: 'order_line_id' | 'goods_line_id' | null
  params: Record<string, number>
  values: Values
}

function useGoodsForm({ name, call, by, params, values }: GoodsForm): SchemaForm {
  const navigate = useNavigate()
  const written = useWritten(goodsNotes[name].path)
  const ordersWritten = useWritten(goodsKinds[name].order.path)
  const form: SchemaForm = useSchemaForm({
    schema: call.body as z.ZodObject,
    resource: name,
    values,
    toBody: ({ items, ...rest }) => ({ ...rest, ...(by && { items: movedRows(items as MovedRow[], by) }) }) as Values,
    send: async (body, idempotencyKey) => {
      const answer = await request<{ data: { id: number } }>(call, { params, body, idempotencyKey })
      form.guard.release()
      showSuccess(by ? 'created' : 'updated')
      written()
      ordersWritten()
      void navigate({ to: `${goodsPath(name)}/${answer.data.id}/view` })
    },
    onFailed: (error) => showFailure(by ? 'creation_failed' : 'update_failed', error),
  })
  return form
}
