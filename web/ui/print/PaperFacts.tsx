import type { ReactNode } from 'react'
import { BilingualLabel } from './BilingualLabel.tsx'
import classes from './Paper.module.css'

/** A column of facts in the paper's head: its number, its date; what is left out takes no line. */
export function PaperFacts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>
                <BilingualLabel name={`sheet.${name}`} />
              </dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
