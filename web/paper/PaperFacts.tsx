import type { ReactNode } from 'react'
import classes from './Paper.module.css'
import { TwoWords } from './TwoWords.tsx'

/** A column of facts in the paper's head: its number, its date; what is left out takes no line. */
export function PaperFacts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>
                <TwoWords name={`sheet.${name}`} />
              </dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
