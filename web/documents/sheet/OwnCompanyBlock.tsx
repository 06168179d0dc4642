import { registrationOf } from '#contract/e-invoice-mapping/e-invoice-parties.ts'
import { printedAddress } from '#contract/fields/national-address.ts'
import { PaperParty } from '../../ui/print/PaperParty.tsx'
import type { DocumentRecord } from '../DocumentForm.tsx'

type OurselvesProps = Pick<DocumentRecord, 'organization' | 'branch'> & { as: 'seller' | 'buyer' }

/** The organization as a party to the document, with the branch it was made in. */
export function OwnCompanyBlock({ organization, branch, as }: OurselvesProps) {
  const { name, tax_number } = organization
  const { commercial_registration, registration_scheme } = registrationOf({ organization, branch })
  return (
    <PaperParty
      title={as}
      party={{
        ...branch,
        address: addressOf(branch) ?? printedAddress(organization),
        name,
        // The head of the paper has the English name.
        name_en: null,
        tax_number,
        // Of the issuing branch, if it has its own.
        commercial_registration,
        registration_scheme,
        branch: branch.name,
      }}
    />
  )
}

/** The law requires the city next to the street; an address that contains it already is not repeated. */
function addressOf({ address, city }: DocumentRecord['branch']): string | null {
  if (!address || !city || address.includes(city)) return address ?? city
  return `${address}، ${city}`
}
