import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal, parseDecimal, text } from '#ledger/money.ts'
import { inBaseUnit } from '#ledger/unit.ts'
import { type UnitOption, unitLabel } from '../catalog/unitChoices.ts'
import { FigureInput } from '../ui/fields/FigureInput.tsx'

type CountedUnitsProps = {
  name: string
  units: readonly UnitOption[]
  typed: string
  onChange: (typed: string) => void
}

/** Three cartons and four pieces: a number of cartons is added to the pieces that were counted, as each scan of one is. */
export function CountedUnits({ name, units, typed, onChange }: CountedUnitsProps) {
  return units.map((unit) => <Adder key={unit.id} name={name} unit={unit} typed={typed} onChange={onChange} />)
}

type AdderProps = Omit<CountedUnitsProps, 'units'> & { unit: UnitOption }

function Adder({ name, unit, typed, onChange }: AdderProps) {
  const { t } = useTranslation('catalog')
  const [figure, setFigure] = useState('')
  const add = () => {
    const total = withUnits(typed, figure, unit.content)
    if (total === null) return
    setFigure('')
    onChange(total)
  }
  return (
    <FigureInput
      size="xs"
      mt={6}
      aria-label={`${t('counts.add_units', { unit: unitLabel(unit) })}: ${name}`}
      placeholder={`+ ${unitLabel(unit)}`}
      value={figure}
      onChange={setFigure}
      onBlur={add}
    />
  )
}

/** What was counted with so many of a unit in addition; null where one of both is no number, or it is not exact. */
export function withUnits(typed: string, figure: string, content: number): string | null {
  const before = typed.trim() === '' ? '0' : parseDecimal(typed)
  const number = parseDecimal(figure)
  const more = number === null || number.startsWith('-') ? null : inBaseUnit(number, content)
  return before === null || more === null ? null : text(decimal(before).plus(more))
}
