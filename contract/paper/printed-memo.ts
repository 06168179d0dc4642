import { type MemoName, memoNames, type SentMemo } from '../documents/memo-fields.ts'

type PrintedMemo = SentMemo & { printed?: SentMemo | null | undefined }
type PrintedName = Exclude<MemoName, 'notes'>

/** Fields whose values are words: below `paper:sheet`. */
export const wordsOfMemo: { [Name in MemoName]?: string } = {
  payment_means: 'means',
  transaction_kind: 'transaction_kinds',
}

/** Order, supply and payment in the head of a paper: as issued, otherwise as they are now. Notes are printed elsewhere. */
export function printedMemo(record: PrintedMemo): [PrintedName, string][] {
  const said = record.printed ?? record
  return memoNames.flatMap((name) => {
    const value = said[name]
    return name === 'notes' || !value ? [] : [[name, value] as [PrintedName, string]]
  })
}
