import { PaperParty } from '../paper/PaperParty.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'

type OurselvesProps = Pick<DocumentRecord, 'organization' | 'branch'> & { as: 'seller' | 'buyer' }

/** The organization as a party to the document, with the branch it was made in. */
export function Ourselves({ organization, branch, as }: OurselvesProps) {
  const { name, name_en, tax_number, commercial_registration } = organization
  return (
    <PaperParty
      title={as}
      party={{ ...branch, name, name_en, tax_number, commercial_registration, branch: branch.name }}
    />
  )
}
