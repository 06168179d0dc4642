import type { ComponentProps, ReactNode } from 'react'
import { type OrderKindName, orderKinds } from '#contract/orders/order-kinds.ts'
import { OwnCompanyBlock } from '../documents/sheet/OwnCompanyBlock.tsx'
import { SheetFoot } from '../documents/sheet/SheetFoot.tsx'
import { SheetItems } from '../documents/sheet/SheetItems.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { BilingualLabel } from '../ui/print/BilingualLabel.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperParty } from '../ui/print/PaperParty.tsx'
import { type Order, partyOf, untilOf } from './Order.ts'

/** An order as it is printed. It is no tax invoice, and says so. */
export function OrderSheet({ name, order }: { name: OrderKindName; order: Order }) {
  const { side, untilField } = orderKinds[name]
  const until = untilOf(name, order)
  const facts: Record<string, ReactNode> = {
    [`${name}_number`]: <Num>{order.number}</Num>,
    order_date: <Num>{order.order_date}</Num>,
    [untilField]: until && <Num>{until}</Num>,
    po_number: order.po_number && <Num>{order.po_number}</Num>,
    payment_terms: order.payment_terms && <bdi>{order.payment_terms}</bdi>,
  }
  return (
    <Paper organization={order.organization} title={order.state === 'draft' ? `${name}_draft` : name}>
      <section className={classes.parties}>
        <OwnCompanyBlock
          organization={order.organization}
          branch={order.branch}
          as={side.name === 'sales' ? 'seller' : 'buyer'}
        />
        <PaperParty title={side.party} party={partyOf(name, order)} />
        <PaperFacts facts={facts} />
      </section>
      <SheetItems
        // Rows of an order have no tax treatment of a document, which the sheet then leaves out.
        items={order.items as unknown as ComponentProps<typeof SheetItems>['items']}
        decimals={order.currency.decimals}
      />
      <SheetFoot record={{ ...order, ...notBooked }} />
      <p className={classes.note}>
        <BilingualLabel name="sheet.not_a_tax_invoice" />
      </p>
    </Paper>
  )
}

/** What only a document has: a code, amounts in the books, what was printed. */
const notBooked = { qr: null, tax_base: 0, total_base: 0, printed: null }
