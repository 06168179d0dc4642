import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { BilingualLabel } from '../ui/print/BilingualLabel.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperItem, PaperUnit } from '../ui/print/PaperItem.tsx'
import { PaperParty } from '../ui/print/PaperParty.tsx'
import { PaperTable } from '../ui/print/PaperTable.tsx'
import { PaperTotals } from '../ui/print/PaperTotals.tsx'
import type { Declaration } from './Declaration.ts'

/** The declaration on paper: creditor, charges and their base, and the allocation of the duty. */
export function CustomsSheet({ record }: { record: Declaration }) {
  const notes = record.printed ? record.printed.notes : record.notes
  return (
    <Paper organization={record.organization} title={record.is_void ? 'void_customs' : 'customs_declaration'}>
      <section className={classes.parties}>
        <PaperParty title="payee" party={record.supplier} />
        <PaperFacts
          facts={{
            declaration_number: <Num>{record.declaration_number}</Num>,
            declaration_date: <Num>{record.declaration_date}</Num>,
            due_date: <Num>{record.printed?.due_date ?? record.due_date}</Num>,
          }}
        />
        <PaperFacts
          facts={{
            customs_value: <Amount value={record.customs_value} currency={record.currency} />,
            vat_base: <Amount value={record.vat_base} currency={record.currency} />,
          }}
        />
      </section>
      {record.lines.length > 0 && <ClearedGoods record={record} />}
      <PaperTotals
        currency={record.currency}
        totals={(['duty', 'vat', 'total'] as const).map((name) => ({
          key: name,
          label: <BilingualLabel name={`sheet.customs_${name}`} />,
          value: record[name],
          grand: name === 'total',
        }))}
      >
        {notes && <p className={classes.note}>{notes}</p>}
      </PaperTotals>
    </Paper>
  )
}

function ClearedGoods({ record }: { record: Declaration }) {
  const money = (value: number) => <Num>{formatNumber(value, record.currency.decimals)}</Num>
  return (
    <PaperTable
      rows={record.lines}
      keyOf={(line) => line.line_number}
      columns={[
        { name: 'item_name', draw: (line) => <PaperItem name={line.name} name_en={line.name_en} /> },
        { name: 'quantity', figures: true, draw: (line) => <Num>{formatPlain(line.quantity)}</Num> },
        { name: 'unit', draw: (line) => <PaperUnit {...line} /> },
        { name: 'customs_value', figures: true, draw: (line) => money(line.value) },
        { name: 'customs_duty', figures: true, draw: (line) => money(line.duty) },
        { name: 'stock_duty', figures: true, draw: (line) => money(line.stock_duty) },
        { name: 'rest_duty', figures: true, draw: (line) => money(line.rest_duty) },
      ]}
    />
  )
}
