import type { ReactNode } from 'react'
import { printedMemo } from '#contract/paper/printed-memo.ts'
import { Num } from '../../ui/cells/Num.tsx'
import { BilingualLabel } from '../../ui/print/BilingualLabel.tsx'
import type { DocumentRecord } from '../DocumentForm.tsx'

/** Supply, order and payment in the head of a paper. */
export const memoFacts = (record: Pick<DocumentRecord, 'printed' | 'supply_date'>): Record<string, ReactNode> =>
  Object.fromEntries(
    printedMemo(record).map(([name, value]) => [
      name,
      name === 'payment_means' ? (
        <BilingualLabel key={name} name={`sheet.means.${value}`} />
      ) : name === 'payment_terms' ? (
        <bdi key={name}>{value}</bdi>
      ) : (
        <Num key={name}>{value}</Num>
      ),
    ]),
  )
