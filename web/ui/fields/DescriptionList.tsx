import type { ReactNode } from 'react'

/** A read-only value with its label. */
export type Fact = readonly [word: string, said: ReactNode]

/** Facts next to fields or above a question that are not editable. The caller's style decides the layout. */
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
