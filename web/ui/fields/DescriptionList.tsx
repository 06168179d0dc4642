import type { ReactNode } from 'react'

/** What is only read: its word, and what is said of it. */
export type Fact = readonly [word: string, said: ReactNode]

/** What stands beside fields or in front of a question and is not written there; how it lies is the caller's style. */
export function DescriptionList({ facts, className }: { facts: readonly Fact[]; className: string | undefined }) {
  return (
    <dl className={className}>
      {facts.map(([word, said]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  )
}
