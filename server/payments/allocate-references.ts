import type { Side } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { type Allocated, allocate, type OpenDocument, type Source } from '#ledger/allocation.ts'
import { Refusal } from '#server/core/refusal.ts'

export type Reference = { reference_id: number; amount: string }

/** Spreads an amount over its references, or refuses on the rows (`references.0.amount`). */
export function allocateReferences(
  side: Side,
  source: Source,
  party_id: number,
  documents: ReadonlyMap<number, OpenDocument & { state: string; kind: string; party_id: number }>,
  references: readonly Reference[],
  list = 'references',
): Allocated {
  const errors: FieldErrors = {}
  for (const [index, reference] of references.entries()) {
    const document = documents.get(reference.reference_id)
    const known = document?.state === 'posted' && side.openKinds.some((kind) => kind === document.kind)
    if (!known) errors[`${list}.${index}.reference_id`] = { code: 'unknown_reference' }
    else if (document.party_id !== party_id) errors[`${list}.${index}.reference_id`] = { code: 'party_mismatch' }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  const requests = references.map((reference) => ({ document_id: reference.reference_id, amount: reference.amount }))
  const outcome = allocate(source, [...documents.values()], requests)
  if (!('refusals' in outcome)) return outcome
  for (const { code, index, field, retained } of outcome.refusals) {
    const name = field === 'currency_id' ? field : `${list}.${index}.${field}`
    errors[name] = retained === undefined ? { code } : { code, params: { retained } }
  }
  throw new Refusal('invalid_input', { errors })
}
