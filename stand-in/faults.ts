/** Faults on demand for the next calls. */
export const faultNames = [
  /** Never answered: the caller times out. Nothing was done. */
  'timeout',
  /** The connection breaks before anything was done. */
  'dropped',
  /** The connection breaks after all is done: the answer is lost. */
  'lost_answer',
  'status_401',
  'status_413',
  'status_429',
  'status_500',
  'status_503',
  'status_504',
  /** Status 200 and JSON that says nothing about the document. Nothing was done. */
  'no_verdict',
  /** Cleared, or cleared before, and the answer lacks the cleared document. */
  'without_xml',
  /** Accepted with a remark. */
  'warnings',
  /** Rejected, even if the document is valid. */
  'rejected',
] as const
export type FaultName = (typeof faultNames)[number]
export const calls = ['compliance', 'compliance_invoices', 'production', 'renewal', 'reporting', 'clearance'] as const
export type CallName = (typeof calls)[number]
export type Fault = { name: FaultName; call: CallName | null; times: number }

/** The fault for this call, counted down. Null if there is none. */
export function takeFault(faults: Fault[], call: CallName): FaultName | null {
  const fault = faults.find((one) => one.times > 0 && (one.call === null || one.call === call))
  if (!fault) return null
  fault.times -= 1
  return fault.name
}
