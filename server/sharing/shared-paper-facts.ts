import type { PublicPage } from '#contract/sharing/public-page.ts'
import type { SharedKind, SharedName } from '#contract/sharing/shared-kinds.ts'

/** Which paper a delivery carries. */
export type PaperDays = { from?: string | null | undefined; to?: string | null | undefined }
export type PaperKey = { kind: SharedKind; id: number; days?: PaperDays }
/** The facts about a document for those who send and read it. */
export type SharedPaper = Pick<PublicPage, 'due_date' | 'currency' | 'state'> & {
  /** A quotation: its answer. Its last day is `due_date` in messages. */
  offer?: PublicPage['offer']
  /** What it is called, where that is not its kind: the return of goods. */
  named?: SharedName
  number: string
  date: string
  /** Of a statement. */
  days?: { from: string | null; to: string }
  is_draft: boolean
  /** A tax invoice, which sending issues. */
  is_tax_invoice: boolean
  party_id: number
  party: PublicPage['party']
  seller: Pick<PublicPage['seller'], 'name' | 'name_en' | 'logo'>
  /** Null: it names no price. */
  total: string | null
  remaining: string | null
  /** Not while the authority has not cleared it. */
  is_handed_over: boolean
  has_xml: boolean
}
