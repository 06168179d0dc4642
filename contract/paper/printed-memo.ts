import { type MemoName, memoNames, type SentMemo } from '../documents/memo-fields.ts'

type Printed = SentMemo & { printed?: SentMemo | null | undefined }
type PrintedName = Exclude<MemoName, 'notes'>

/** What the head of a paper says of order, supply and payment: as it was issued, else as it stands. Notes have a place of their own. */
export function printedMemo(record: Printed): [PrintedName, string][] {
  const said = record.printed ?? record
  return memoNames.flatMap((name) => {
    const value = said[name]
    return name === 'notes' || !value ? [] : [[name, value] as [PrintedName, string]]
  })
}
