import { type MemoName, memoNames, type SentMemo } from '../documents/memo-fields.ts'

type Printed = SentMemo & { printed?: SentMemo | null | undefined }
type PrintedName = Exclude<MemoName, 'notes'>

/** Order, supply and payment in the head of a paper: as issued, otherwise as they are now. Notes are printed elsewhere. */
export function printedMemo(record: Printed): [PrintedName, string][] {
  const said = record.printed ?? record
  return memoNames.flatMap((name) => {
    const value = said[name]
    return name === 'notes' || !value ? [] : [[name, value] as [PrintedName, string]]
  })
}
