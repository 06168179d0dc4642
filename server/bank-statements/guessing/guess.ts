import type { BankGuess } from '#contract/imports/bank-line.ts'

/** A guess while it is made: its amounts are exact, they become figures in the answer. */
export type Guess = Omit<BankGuess, 'amount' | 'documents'> & {
  amount: string | null
  documents: { document_id: number; amount: string }[]
}
