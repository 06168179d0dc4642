import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SideName } from '#contract/documents/sides.ts'
import { type OpeningCredit, openingCredits } from '#contract/opening-credits.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { useCan } from '../api/useCan.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { AdvanceActions } from '../payments/advances/AdvanceActions.tsx'
import { AdvanceFrame } from '../payments/advances/AdvanceFrame.tsx'
import { AdvancePanel } from '../payments/advances/AdvancePanel.tsx'
import { viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import classes from '../ui/print/Paper.module.css'
import { Paper } from '../ui/print/Paper.tsx'
import { PaperFacts } from '../ui/print/PaperFacts.tsx'
import { PaperParty } from '../ui/print/PaperParty.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'

const list = '/accounting/opening'

/** An opening credit of a customer or with a supplier, with its uses. */
export function OpeningCreditPage({ side }: { side: SideName }) {
  return (
    <RecordPage resource={openingCredits[side]} list={list}>
      {(record) => <Credit side={side} credit={record} />}
    </RecordPage>
  )
}

function Credit({ side: name, credit }: { side: SideName; credit: OpeningCredit }) {
  const { t } = useTranslation(['opening', 'payments'])
  const navigate = useNavigate()
  const can = useCan()
  const { calls, side, name: kind } = openingCredits[name]
  const mayUse = can(`update-${side.payment.replace('_', '-')}`) && !credit.is_void
  const rest = { ...credit, remaining: credit.remaining_amount, partyId: credit.party.id }
  return (
    <>
      <AdvanceFrame
        side={name}
        party={credit.party}
        organization={credit.organization}
        currency={credit.currency}
        refunds={credit.refunds}
        title={t(`credits.${name}`)}
        number={credit.number}
        onBack={() => void navigate({ to: list })}
        actions={
          <>
            <PdfButton call={paperCalls[kind]} id={credit.id} />
            {mayUse && <AdvanceActions side={side} calls={calls} record={rest} />}
          </>
        }
        above={
          <AdvancePanel
            side={name}
            id={credit.id}
            number={credit.number}
            party={credit.party}
            currency={credit.currency}
            remaining={credit.remaining_amount}
            applied={credit.applied.map((row) => ({ ...row, to: viewPath(row.kind, row.id) }))}
            refunds={credit.refunds}
            calls={mayUse ? calls : null}
          />
        }
      >
        <CreditSheet kind={kind} credit={credit} />
      </AdvanceFrame>
      <RecordHistory name={kind} id={credit.id} />
    </>
  )
}

function CreditSheet({ kind, credit }: { kind: string; credit: OpeningCredit }) {
  return (
    <Paper organization={credit.organization} title={credit.is_void ? 'void_opening' : kind}>
      <section className={classes.parties}>
        <PaperParty title={kind === 'opening_customer_credit' ? 'customer' : 'supplier'} party={credit.party} />
        <PaperFacts facts={{ payment_number: <Num>{credit.number}</Num>, payment_date: <Num>{credit.date}</Num> }} />
        <PaperFacts facts={{ amount: <Amount value={credit.total} currency={credit.currency} /> }} />
      </section>
    </Paper>
  )
}
