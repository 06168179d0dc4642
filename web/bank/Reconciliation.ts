import type { bankReconciliations } from '#contract/bank.ts'
import type { RecordOf } from '../api/resource.ts'

export type Reconciliation = RecordOf<typeof bankReconciliations>
