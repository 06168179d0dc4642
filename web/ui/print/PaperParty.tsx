import { registrationLabel } from '#contract/fields/registration.ts'
import { Num } from '../cells/Num.tsx'
import { BilingualLabel } from './BilingualLabel.tsx'
import classes from './Paper.module.css'

type PaperPartyProps = {
  /** The role of the party on the paper: its translation key. */
  title: string
  party: {
    name: string
    name_en?: string | null
    branch?: string
    address?: string | null
    phone?: string | null
    mobile?: string | null
    email?: string | null
    tax_number?: string | null
    commercial_registration?: string | null
    registration_scheme?: string | null
    identifier_value?: string | null
  }
}
const lines = [
  'address',
  'phone',
  'mobile',
  'email',
  'tax_number',
  'commercial_registration',
  'identifier_value',
] as const

/** Seller or buyer with the details the law requires; unknown details take no line. */
export function PaperParty({ title, party }: PaperPartyProps) {
  return (
    <div className={classes.party}>
      <h3>
        <BilingualLabel name={`sheet.${title}`} />
      </h3>
      <p className={classes.name}>
        <bdi>{party.name}</bdi>
        {party.branch && <bdi className={classes.branch}>{party.branch}</bdi>}
      </p>
      {party.name_en && party.name_en !== party.name && (
        <p dir="ltr" lang="en" className={classes.english}>
          {party.name_en}
        </p>
      )}
      <dl>
        {lines.map(
          (line) =>
            party[line] && (
              <div key={line}>
                <dt>
                  <BilingualLabel
                    name={`sheet.${line === 'commercial_registration' ? registrationLabel(party) : line}`}
                  />
                </dt>
                <dd>{line === 'address' ? <bdi>{party[line]}</bdi> : <Num>{party[line]}</Num>}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
