import { purchases, type Side, sales } from './sides.ts'

/**
 * Notes correct an issued document and are documents themselves. What tells them apart is these facts: the side, what
 * they correct, whether they lower it, whose permission they take.
 */
export const noteKinds = {
  credit_note: {
    name: 'credit_note',
    corrects: ['invoice', 'advance_invoice'],
    side: sales,
    path: '/credit-notes',
    action: 'credit-note',
    lowers: true,
    creates: 'create-credit-note',
    voids: 'void-invoice',
  },
  debit_note: {
    name: 'debit_note',
    corrects: ['invoice'],
    side: sales,
    path: '/debit-notes',
    action: 'debit-note',
    lowers: false,
    creates: 'create-credit-note',
    voids: 'void-invoice',
  },
  supplier_credit: {
    name: 'supplier_credit',
    corrects: ['bill'],
    side: purchases,
    path: '/supplier-credits',
    action: 'supplier-credit',
    lowers: true,
    creates: 'create-supplier-credit',
    voids: 'delete-bill',
  },
} as const satisfies Record<string, NoteFacts>
type NoteFacts = {
  name: string
  corrects: readonly Side['document'][]
  side: Side
  path: string
  action: string
  lowers: boolean
  creates: string
  voids: string
}
export type NoteKind = (typeof noteKinds)[keyof typeof noteKinds]
