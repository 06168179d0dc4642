import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseDecimal } from '#ledger/money.ts'
import type { LineCell } from './LineColumn.ts'

type LineNumberProps = {
  control: LineCell<unknown>['control']
  value: string
  /** Canonical decimal text, or what was typed while it is none. */
  onChange: (value: string) => void
  /** What a figure becomes as it is typed: a cap. */
  settle?: (value: string) => string
}

/** A figure in a row's cell: any digits are understood, Latin ones stored. */
export function LineNumber({ control, value, onChange, settle }: LineNumberProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...control}
      value={typed ?? value}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'amount-input' }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value
        const figure = (text.trim() === '' ? '' : parseDecimal(text)) ?? text
        const settled = settle ? settle(figure) : figure
        // A figure beyond the cap becomes the cap under the hand; one that is merely unfinished stays as typed.
        setTyped(settled === figure ? text : settled)
        onChange(settled)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
