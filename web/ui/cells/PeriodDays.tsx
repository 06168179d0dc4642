import { BidiText } from '../../i18n/BidiText.tsx'
import { Num } from './Num.tsx'

/** The first and last day of a period, in the order of the language. */
export const PeriodDays = ({ period: { from, to } }: { period: { from: string; to: string } }) => (
  <BidiText>
    <Num>{from}</Num>
    {' – '}
    <Num>{to}</Num>
  </BidiText>
)
