import type { ReactNode } from 'react'
import { type GoodsKindName, goodsKinds } from '#contract/goods/goods-kinds.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import { OwnCompanyBlock } from '../documents/sheet/OwnCompanyBlock.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { BilingualLabel } from '../ui/print/BilingualLabel.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperItem, PaperUnit } from '../ui/print/PaperItem.tsx'
import { PaperParty } from '../ui/print/PaperParty.tsx'
import { PaperTable } from '../ui/print/PaperTable.tsx'
import { Signatures } from '../ui/print/Signatures.tsx'
import { type GoodsNote, partyOfNote } from './GoodsNote.ts'

/** A goods note as it is printed and signed: what moved, without prices. It is no tax invoice, and says so. */
export function GoodsSheet({ name, note }: { name: GoodsKindName; note: GoodsNote }) {
  const { side } = goodsKinds[name]
  const facts: Record<string, ReactNode> = {
    [`${name}_number`]: <Num>{note.number}</Num>,
    note_date: <Num>{note.note_date}</Num>,
    order_number: <Num>{note.orders.map(({ number }) => number).join(', ')}</Num>,
    place: note.place && <bdi>{note.place.name}</bdi>,
    reference: note.reference && <bdi>{note.reference}</bdi>,
  }
  const title = note.status === 'void' ? `void_${name}` : note.is_return ? `${name}_return` : name
  return (
    <Paper organization={note.organization} title={title}>
      <section className={classes.parties}>
        <OwnCompanyBlock
          organization={note.organization}
          branch={note.branch}
          as={side.name === 'sales' ? 'seller' : 'buyer'}
        />
        <PaperParty title={side.party} party={partyOfNote(name, note)} />
        <PaperFacts facts={facts} />
      </section>
      <PaperTable
        rows={note.items}
        keyOf={(item) => item.line_number}
        columns={[
          { name: 'line_number', draw: (item) => <Num>{item.line_number}</Num> },
          {
            name: 'item_name',
            draw: (item) => (
              <PaperItem name={item.product_name} name_en={item.product_name_en ?? null} lots={item.lots} />
            ),
          },
          { name: 'quantity', figures: true, draw: (item) => <Num>{formatPlain(item.quantity)}</Num> },
          { name: 'unit', draw: (item) => <PaperUnit {...item} /> },
        ]}
      />
      {note.notes && <p className={classes.note}>{note.notes}</p>}
      <Signatures names={['deliverer', 'receiver']} />
      <p className={classes.note}>
        <BilingualLabel name="sheet.not_a_tax_invoice" />
      </p>
    </Paper>
  )
}
