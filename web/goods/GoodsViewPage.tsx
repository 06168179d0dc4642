import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type GoodsKindName, goodsKinds } from '#contract/goods/goods-kinds.ts'
import { goodsCalls, goodsNotes } from '#contract/goods/goods-notes.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import IconReturn from '~icons/tabler/arrow-back-up'
import IconEdit from '~icons/tabler/pencil'
import { useCan } from '../api/useCan.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { LabelsButton } from '../labels/LabelsButton.tsx'
import { documentPath, goodsPath } from '../routes/paths.ts'
import { Deliveries } from '../sharing/Deliveries.tsx'
import { SendButton } from '../sharing/SendButton.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import type { GoodsNote } from './GoodsNote.ts'
import { GoodsProgress } from './GoodsProgress.tsx'
import { GoodsSheet } from './GoodsSheet.tsx'

type OfNote = { name: GoodsKindName; note: GoodsNote }

/** The printable page of a goods note, with what is done with it next. */
export function GoodsViewPage({ name }: { name: GoodsKindName }) {
  return (
    <RecordPage resource={goodsNotes[name] as (typeof goodsNotes)['delivery_note']} list={goodsPath(name)}>
      {(note) => <GoodsView name={name} note={note} />}
    </RecordPage>
  )
}

function GoodsView({ name, note }: OfNote) {
  const { t } = useTranslation('goods')
  const navigate = useNavigate()
  const isOpen = note.status === 'posted' && !note.is_return && note.progress !== 'all'
  return (
    <>
      <PrintFrame
        title={t(`names.${name}.${note.is_return ? 'return' : 'one'}`)}
        number={note.number}
        onBack={() => void navigate({ to: goodsPath(name) })}
        pdf={<PdfButton call={paperCalls[name]} id={note.id} />}
        actions={
          <>
            <SendButton kind={name} record={{ id: note.id, is_void: note.status === 'void' }} />
            {isOpen && <MakeDocument name={name} note={note} />}
          </>
        }
        more={<GoodsMore name={name} note={note} isOpen={isOpen} />}
        above={<GoodsProgress name={name} note={note} />}
      >
        <GoodsSheet name={name} note={note} />
      </PrintFrame>
      <Deliveries kind={name} id={note.id} />
      <RecordHistory name={name} id={note.id} />
    </>
  )
}

/** Makes a draft of the invoice or the bill of what still waits for it, and opens it to be completed. */
function MakeDocument({ name, note }: OfNote) {
  const { t } = useTranslation('goods')
  const can = useCan()
  const navigate = useNavigate()
  const { document } = goodsKinds[name]
  const made = useQuietMutation(goodsCalls[name].document, (answer) => {
    const { id } = (answer as { data: { id: number } }).data
    void navigate({ to: `${documentPath({ document })}/${id}` })
  })
  if (!can(`create-${document}`)) return null
  return (
    <Button loading={made.isPending} onClick={() => made.mutate({ params: { id: note.id } })}>
      {t(`become.${document}`)}
    </Button>
  )
}

function GoodsMore({ name, note, isOpen }: OfNote & { isOpen: boolean }) {
  const { t } = useTranslation(['goods', 'common'])
  const can = useCan()
  const navigate = useNavigate()
  const { permissions } = goodsNotes[name]
  const folder = `${goodsPath(name)}/${note.id}`
  return (
    <>
      {isOpen && can(permissions.create) && (
        <Button
          variant="default"
          leftSection={<IconReturn className="turns" aria-hidden />}
          onClick={() => void navigate({ to: `${folder}/return` })}
        >
          {t(`acts.return.${name}`)}
        </Button>
      )}
      {name === 'goods_receipt' && !note.is_return && note.status === 'posted' && (
        <LabelsButton goods_receipt_id={note.id} hasUnits={note.items.some(statesUnit)} />
      )}
      {can(permissions.update) && (
        <Button variant="default" leftSection={<IconEdit aria-hidden />} onClick={() => void navigate({ to: folder })}>
          {t('acts.memo')}
        </Button>
      )}
      {note.locked_because === null && (
        <DeleteRecord resource={goodsNotes[name]} id={note.id} name={note.number} act="void" label={t('acts.void')} />
      )}
    </>
  )
}

const statesUnit = ({ product_unit_id }: { product_unit_id: number | null }) => product_unit_id !== null
