import type { ReactNode } from 'react'
import { printedMemo, wordsOfMemo } from '#contract/paper/printed-memo.ts'
import { Num } from '../../ui/cells/Num.tsx'
import { BilingualLabel } from '../../ui/print/BilingualLabel.tsx'
import type { DocumentRecord } from '../DocumentForm.tsx'

/** Supply, order and payment in the head of a paper. */
export const memoFacts = (record: Pick<DocumentRecord, 'printed' | 'supply_date'>): Record<string, ReactNode> =>
  Object.fromEntries(
    printedMemo(record).map(([name, value]) => [
      name,
      wordsOfMemo[name] ? (
        <BilingualLabel key={name} name={`sheet.${wordsOfMemo[name]}.${value}`} />
      ) : name === 'payment_terms' ? (
        <bdi key={name}>{value}</bdi>
      ) : (
        <Num key={name}>{value}</Num>
      ),
    ]),
  )
