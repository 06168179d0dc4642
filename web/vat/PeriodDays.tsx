import { Num } from '../kit/cells/Num.tsx'
import { Phrase } from '../words/Phrase.tsx'

/** The first and last day of a period, in the order of the language. */
export const PeriodDays = ({ period: { from, to } }: { period: { from: string; to: string } }) => (
  <Phrase>
    <Num>{from}</Num>
    {' – '}
    <Num>{to}</Num>
  </Phrase>
)
