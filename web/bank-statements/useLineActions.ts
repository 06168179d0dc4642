import { useRef, useState } from 'react'
import type { BankGuess, BankStatementLine } from '#contract/imports/bank-line.ts'
import { bankStatementCalls } from '#contract/imports/bank-statements.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'

export type EntryOf = {
  account_id: string | null
  cost_center_id?: string | null
  tax_id?: string | null
  is_tax_only?: boolean
  description?: string
}
/** Parts of the amount, each against an account of its own; negative against the direction of the line. */
export type SplitOf = { rows: readonly (EntryOf & { amount: string })[]; description: string }
export type LineActions = ReturnType<typeof useLineActions>

/** The actions for a line. */
export function useLineActions(onDone: () => void) {
  const [last, setLast] = useState<BankStatementLine | null>(null)
  const matched = useRef<number[]>([])
  const done = (answer: unknown) => {
    const { data: line } = answer as { data: BankStatementLine }
    if (line.state === 'matched') matched.current.push(line.id)
    setLast(line)
    onDone()
  }
  const match = useQuietMutation(bankStatementCalls.match, done)
  const pay = useQuietMutation(bankStatementCalls.pay, done)
  const refund = useQuietMutation(bankStatementCalls.refund, done)
  const enter = useQuietMutation(bankStatementCalls.enter, done)
  const unmatch = useQuietMutation(bankStatementCalls.unmatch, done)
  const ignore = useQuietMutation(bankStatementCalls.ignore, done)
  const write = useQuietMutation(bankStatementCalls.note, done)
  const of = ({ id }: BankStatementLine) => ({ id })
  return {
    /** The line as it is after the last act, for who does not see it. */
    last,
    /** The line that was matched last on this page is open again. */
    undo() {
      const id = matched.current.pop()
      if (id !== undefined) unmatch.mutate({ params: { id }, body: {} })
    },
    isBusy: match.isPending || pay.isPending || refund.isPending || enter.isPending,
    take(line: BankStatementLine, guess: BankGuess) {
      const { version } = line
      const { entry_id, line_number, document_id, party_id, account_id, rule_id, tax_id, documents, credit } = guess
      if (entry_id !== null && line_number !== null)
        return match.mutate({ params: of(line), body: { lines: [{ entry_id, line_number }], version } })
      if (document_id !== null) {
        // At most the open amount; the rest of a larger line stays with the party.
        const amount = Math.min(Math.abs(line.amount), guess.amount ?? 0)
        return pay.mutate({
          params: of(line),
          body: { party_id, references: [{ reference_id: document_id, amount }], version },
        })
      }
      if (credit) return refund.mutate({ params: of(line), body: { ...credit, version } })
      if (documents.length > 0) {
        const references = documents.map((one) => ({ reference_id: one.document_id, amount: one.amount }))
        return pay.mutate({ params: of(line), body: { party_id, references, version } })
      }
      if (rule_id !== null) enter.mutate({ params: of(line), body: { rule_id, version } })
      else if (tax_id !== null)
        enter.mutate({ params: of(line), body: { account_id, tax_id, is_tax_only: true, version } })
      else if (account_id !== null) enter.mutate({ params: of(line), body: { account_id, version } })
    },
    payParty: (line: BankStatementLine, party_id: string) =>
      pay.mutate({ params: of(line), body: { party_id, version: line.version } }),
    payMany: (line: BankStatementLine, body: object) =>
      pay.mutate({ params: of(line), body: { ...body, version: line.version } }),
    matchMany: (line: BankStatementLine, lines: readonly { entry_id: number; line_number: number }[]) =>
      match.mutate({ params: of(line), body: { lines, version: line.version } }),
    enter: (line: BankStatementLine, body: EntryOf) =>
      enter.mutate({ params: of(line), body: { ...body, version: line.version } }),
    split: (line: BankStatementLine, body: SplitOf) =>
      enter.mutate({ params: of(line), body: { ...body, version: line.version } }),
    unmatch: (line: BankStatementLine) => unmatch.mutate({ params: of(line), body: { version: line.version } }),
    note: (line: BankStatementLine, note: string) =>
      write.mutate({ params: of(line), body: { note, version: line.version } }),
    ignore: (line: BankStatementLine) => ignore.mutate({ params: of(line), body: { version: line.version } }),
  }
}
