import { CheckIcon, type SelectProps } from '@mantine/core'
import type { Choice } from '../values/toSelectOption.ts'
import classes from './ChoiceLine.module.css'

/** An option as a list shows it: its code stands beside its name, for names are alike more often than codes. */
export const renderChoice: NonNullable<SelectProps['renderOption']> = ({ option, checked }) => {
  const { label, code } = option as Choice
  return (
    <>
      {checked && <CheckIcon size={12} className={classes.check} />}
      <span>{label}</span>
      {code && <bdi className={classes.code}>{code}</bdi>}
    </>
  )
}
