import { ActionIcon } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal, max, parseDecimal, text, zero } from '#ledger/money.ts'
import IconMinus from '~icons/tabler/minus'
import IconPlus from '~icons/tabler/plus'
import { FigureInput } from '../fields/FigureInput.tsx'
import classes from './QuantityInput.module.css'

type QuantityInputProps = ComponentProps<typeof FigureInput> & { 'aria-label'?: string | undefined }

/** A quantity: typed, and on a phone also counted up and down by one. */
export function QuantityInput(props: QuantityInputProps) {
  const { t } = useTranslation('common')
  const { value, onChange } = props
  const step = (by: number) => {
    const figure = value.trim() === '' ? '0' : parseDecimal(value)
    if (figure !== null) onChange(text(max(decimal(figure).plus(by), zero)))
  }
  const label = props['aria-label'] ?? ''
  return (
    <div className={classes.quantity}>
      <ActionIcon className={classes.step} aria-label={t('steps.less', { field: label })} onClick={() => step(-1)}>
        <IconMinus aria-hidden />
      </ActionIcon>
      <FigureInput {...props} />
      <ActionIcon className={classes.step} aria-label={t('steps.more', { field: label })} onClick={() => step(1)}>
        <IconPlus aria-hidden />
      </ActionIcon>
    </div>
  )
}
