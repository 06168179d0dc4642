import { useState } from 'react'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { type AskFirstProps, ConfirmDialog } from './ConfirmDialog.tsx'

type UndoOnDayProps = Omit<AskFirstProps, 'body' | 'query' | 'children'> & {
  /** The label of the later day. */
  laterDay: string
  /** The day that is proposed at once where its own is known to be closed. */
  proposed?: string
  /** The field of the later day. It is empty unless the user chooses one. */
  send: (date: string) => Pick<AskFirstProps, 'body' | 'query'>
}

/** Takes something back on its own day; where that day is closed, or the bank has shown it, on a later one that is asked for. */
export function UndoOnDate({ laterDay, proposed = '', send, ...asked }: UndoOnDayProps) {
  const [date, setDate] = useState(proposed)
  return (
    <ConfirmDialog {...asked} {...send(date)}>
      {(refused) =>
        (refused.date || refused.status || proposed || date) && (
          <DayInput label={laterDay} value={date} onChange={setDate} onWrong={setDate} />
        )
      }
    </ConfirmDialog>
  )
}
