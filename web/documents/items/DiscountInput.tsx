import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { decimal, parseDecimal } from '#ledger/money.ts'

/** A discount as a form holds it: one of the two is text, the other empty. */
export type GivenDiscount = { discount_amount: string; discount_percent: string }
type DiscountInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: GivenDiscount
  onChange: (value: GivenDiscount) => void
}

/** A discount in one field: `25` is an amount, `25%` (or `25٪`) a percentage. */
export function DiscountInput({ value, onChange, onBlur, ...rest }: DiscountInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...rest}
      value={typed ?? shownDiscount(value)}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'amount-input' }}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(typedDiscount(event.currentTarget.value))
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

export const shownDiscount = ({ discount_amount, discount_percent }: GivenDiscount): string =>
  discount_percent === '' ? discount_amount : `${discount_percent}%`

/** An invalid number remains as typed, so that the server refuses it. */
export function typedDiscount(typed: string): GivenDiscount {
  const isPercent = /[%٪]/.test(typed)
  const figure = typed.replace(/[%٪]/g, '').trim()
  const canonical = figure === '' ? '' : (parseDecimal(figure) ?? figure)
  return isPercent && canonical !== ''
    ? { discount_amount: '', discount_percent: canonical }
    : { discount_amount: canonical, discount_percent: '' }
}

/** The discount used for totals while typing. An incomplete figure counts as none. */
export function reckonedDiscount({ discount_amount, discount_percent }: GivenDiscount) {
  const figure = (text: string) => {
    const parsed = text === '' ? null : parseDecimal(text)
    return parsed?.startsWith('-') ? null : parsed
  }
  const percent = figure(discount_percent)
  return {
    discount_amount: figure(discount_amount),
    discount_percent: percent !== null && decimal(percent).gt(100) ? '100' : percent,
  }
}
