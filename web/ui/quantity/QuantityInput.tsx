import { ActionIcon } from '@mantine/core'
import { type ComponentProps, useRef } from 'react'
import { flushSync } from 'react-dom'
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
  const root = useRef<HTMLDivElement>(null)
  const shown = useRef(props)
  shown.current = props
  const step = (by: number) => {
    leaveField(root.current)
    const { value, onChange } = shown.current
    const figure = value.trim() === '' ? '0' : parseDecimal(value)
    if (figure !== null) onChange(text(max(decimal(figure).plus(by), zero)))
  }
  const label = props['aria-label'] ?? ''
  return (
    <div ref={root} className={classes.quantity}>
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

/** Not every browser leaves a field when a button is tapped: what is typed is committed first, and counted from. */
function leaveField(root: HTMLElement | null): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement && root?.contains(field)) flushSync(() => field.blur())
}
