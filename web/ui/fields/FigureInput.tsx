import { TextInput, type TextInputProps } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupThousands } from '#ledger/group-thousands.ts'
import { parseDecimal } from '#ledger/money.ts'

type FigureInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string
  /** Canonical decimal text, or what was typed while it is none. */
  onChange: (value: string) => void
  /** Money shows at least the decimals of its currency. */
  decimals?: number | undefined
  /** A transformation of the typed figure, for example a maximum. */
  settle?: (value: string) => string
}

/**
 * An exact decimal. It is read as `7,281.80` and edited as `7281.8`; it accepts Latin, Arabic-Indic and Persian digits
 * with their separators. Its value is text, never a float.
 */
export function FigureInput({ value, onChange, decimals, settle, onFocus, onBlur, ...rest }: FigureInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [edited, setEdited] = useState(false)
  const { t } = useTranslation('errors')
  const [typed, setTyped] = useState<string | null>(null)
  const isNoFigure = !edited && value.trim() !== '' && parseDecimal(value) === null
  const shown = typed ?? (edited ? value : groupThousands(value, decimals))
  // Ready to be typed over, also where the figure comes only after the focus: a price that arrives with its product.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a figure that changes is another one to be typed over
  useLayoutEffect(() => {
    if (edited && typed === null) input.current?.select()
  }, [edited, typed, value])
  return (
    <TextInput
      {...rest}
      ref={input}
      value={shown}
      error={rest.error ?? (isNoFigure && t('invalid_number'))}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'amount-input' }}
      // A cell of a table may not be squeezed below its figure: a price cut off reads as another price.
      style={{ minInlineSize: `calc(${Math.max(shown.length, 4)}ch + ${rest.rightSection ? 52 : 28}px)` }}
      onFocus={(event) => {
        setEdited(true)
        onFocus?.(event)
      }}
      onChange={(event) => {
        const text = event.currentTarget.value
        const figure = (text.trim() === '' ? '' : parseDecimal(text)) ?? text
        const settled = settle ? settle(figure) : figure
        // A figure above the maximum becomes the maximum while typing; an incomplete one stays as typed.
        setTyped(settled === figure ? text : settled)
        onChange(settled)
      }}
      onBlur={(event) => {
        setEdited(false)
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
