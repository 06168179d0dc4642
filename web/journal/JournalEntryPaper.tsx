import type { journalEntries } from '#contract/journal.ts'
import { branches } from '#contract/organization.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { type Decimal, decimal, sum } from '#ledger/money.ts'
import { imbalance, journalInBase } from '#ledger/posting/manual.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { RecordOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { BilingualLabel } from '../ui/print/BilingualLabel.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperItem } from '../ui/print/PaperItem.tsx'
import { PaperTable } from '../ui/print/PaperTable.tsx'
import { PaperTotals } from '../ui/print/PaperTotals.tsx'
import { Signatures } from '../ui/print/Signatures.tsx'
import { useRateOf } from '../ui/print/useRateOf.tsx'

type Entry = RecordOf<typeof journalEntries>
type Line = Entry['lines'][number]

/** A journal voucher: both sides line by line, totals, base amounts of foreign currency, and signatures. */
export function JournalEntryPaper({ entry }: { entry: Entry }) {
  const { organization } = useUser()
  const { data } = useOptions(optionsOf(branches))
  const branch = data?.find(({ id }) => id === entry.branch_id)
  const total = (side: 'debit' | 'credit') => sum(entry.lines.map((line) => decimal(line[side])))
  const worth = useWorth(entry)
  return (
    <Paper
      organization={organization}
      title={entry.is_void ? 'void_entry' : entry.status === 'draft' ? 'draft_entry' : 'journal_entry'}
    >
      <section className={classes.parties}>
        <PaperFacts facts={{ journal_number: <Num>{entry.journal_number}</Num> }} />
        <PaperFacts facts={{ payment_date: <Num>{entry.journal_date}</Num> }} />
        <PaperFacts facts={{ branch: branch && <bdi>{branch.name}</bdi>, exchange_rate: useRateOf(entry) }} />
      </section>
      <EntryLines lines={entry.lines} decimals={entry.currency.decimals} worth={worth} />
      <PaperTotals
        currency={entry.currency}
        totals={[
          ...(['debit', 'credit'] as const).map((side) => ({
            key: side,
            label: <BilingualLabel name={`sheet.total_${side}`} />,
            value: total(side),
          })),
          ...(worth
            ? [
                {
                  key: 'worth',
                  label: <BilingualLabel name="totals.total_base" />,
                  value: sum(worth).div(2),
                  currency: organization.currency,
                },
              ]
            : []),
        ]}
      >
        {entry.description && <p className={classes.note}>{entry.description}</p>}
      </PaperTotals>
      <Signatures names={['prepared_by', 'reviewed_by', 'approved_by']} />
    </Paper>
  )
}

/** What each line of a foreign entry is in the currency of the books, as it is posted; null of a draft that does not balance yet. */
function useWorth({ currency, exchange_rate, lines }: Entry): Decimal[] | null {
  const own = useUser().organization.currency
  if (currency.code === own.code || !imbalance(lines).eq(0)) return null
  return journalInBase(lines, exchange_rate, own.decimals).map(({ debit, credit }) => debit.plus(credit))
}

/** From this amount on a row needs smaller figures to fit on the sheet. */
const long = 10_000_000
const isLong = ({ debit, credit }: Line) => Number(debit) >= long || Number(credit) >= long

type EntryLinesProps = { lines: readonly Line[]; decimals: number; worth: Decimal[] | null }
function EntryLines({ lines, decimals, worth }: EntryLinesProps) {
  const own = useUser().organization.currency
  const rows = lines.map((line, index) => ({ ...line, worth: worth?.[index] }))
  // A line has one side; the other is blank.
  const money = (value: number) => value !== 0 && <Num>{formatNumber(value, decimals)}</Num>
  return (
    <PaperTable
      rows={rows}
      keyOf={(line) => line.line_number}
      writing={rows.some(isLong) ? 'close' : 'usual'}
      columns={[
        { name: 'account_number', draw: (line) => <Num>{line.account_number}</Num> },
        { name: 'account', draw: (line) => <PaperItem name={line.account_name} name_en={line.account_name_en} /> },
        { name: 'line_description', draw: aboutOf },
        { name: 'debit', figures: true, draw: (line) => money(line.debit) },
        { name: 'credit', figures: true, draw: (line) => money(line.credit) },
        ...(worth
          ? [
              {
                name: 'amount_base',
                figures: true as const,
                draw: (line: (typeof rows)[number]) => line.worth && <Amount value={line.worth} currency={own} />,
              },
            ]
          : []),
      ]}
    />
  )
}

/** The subject of the line and its party. */
function aboutOf(line: Line) {
  const { description, customer_name, supplier_name, cost_center_name } = line
  const about = [description, customer_name, supplier_name, cost_center_name].filter(Boolean)
  const inEnglish = [line.customer_name_en, line.supplier_name_en, line.cost_center_name_en].filter(Boolean)
  return <PaperItem name={about.join('، ')} name_en={inEnglish.join(', ') || null} />
}
