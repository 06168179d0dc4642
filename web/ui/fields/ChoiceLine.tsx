import { CheckIcon, type SelectProps } from '@mantine/core'
import type { Choice } from '../values/toSelectOption.ts'
import classes from './ChoiceLine.module.css'

/** An option in a list: its code is next to its name, because names are more often alike than codes. */
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
