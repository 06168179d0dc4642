import type { customsDeclarations } from '#contract/documents/customs.ts'
import type { RecordOf } from '../api/resource.ts'

export type Declaration = RecordOf<typeof customsDeclarations>
