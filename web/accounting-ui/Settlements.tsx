import { Link } from '@tanstack/react-router'
import type { SettledBy as Settlement } from '#contract/documents/settled-by.ts'
import { viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'

type SettledByProps = {
  by: Settlement
  currency: { code: string; decimals: number } | undefined
  /** The text instead of a number: a write-off has none. */
  writtenOff: string
}

/** What settled an open item, with links to where it can be reversed. */
export function Settlements({ by, currency, writtenOff }: SettledByProps) {
  return (
    <>
      {by.number === null ? (
        <span>{writtenOff}</span>
      ) : (
        <Link to={viewPath(by.kind, by.id)} className="link">
          <Num>{by.number}</Num>
        </Link>
      )}
      <Num>{by.date}</Num>
      <Amount value={by.amount} currency={currency} />
    </>
  )
}
