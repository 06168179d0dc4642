import { formatPlain } from '#contract/paper/format-number.ts'
import type { stockTransfers } from '#contract/places/transfers.ts'
import type { RecordOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperItem, PaperUnit } from '../ui/print/PaperItem.tsx'
import { PaperTable } from '../ui/print/PaperTable.tsx'
import { Signatures } from '../ui/print/Signatures.tsx'

/** A transfer on paper, which goes with the goods and is signed by who gives and who takes them. */
export function TransferPaper({ transfer }: { transfer: RecordOf<typeof stockTransfers> }) {
  const { organization } = useUser()
  return (
    <Paper organization={organization} title={transfer.status === 'void' ? 'void_transfer' : 'stock_transfer'}>
      <section className={classes.parties}>
        <PaperFacts
          facts={{
            transfer_number: <Num>{transfer.number}</Num>,
            transfer_date: <Num>{transfer.transfer_date}</Num>,
          }}
        />
        <PaperFacts facts={{ from_place: <bdi>{transfer.from_place.name}</bdi> }} />
        <PaperFacts facts={{ to_place: <bdi>{transfer.to_place.name}</bdi> }} />
      </section>
      <PaperTable
        rows={transfer.items}
        keyOf={(line) => line.line_number}
        columns={[
          { name: 'item_code', draw: (line) => <Num>{line.code}</Num> },
          { name: 'item_name', draw: (line) => <PaperItem name={line.name} name_en={line.name_en} lots={line.lots} /> },
          { name: 'quantity', figures: true, draw: (line) => <Num>{formatPlain(line.quantity)}</Num> },
          { name: 'unit', draw: (line) => <PaperUnit {...line} /> },
        ]}
      />
      {transfer.notes && <p className={classes.note}>{transfer.notes}</p>}
      <Signatures names={['goods_giver', 'goods_taker']} />
    </Paper>
  )
}
