import { Button } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import classes from './Access.module.css'

type Drawer = Pick<ComponentProps<typeof ActionDrawer>, 'call' | 'values' | 'onDone' | 'children'>
type AccountChangeProps = Drawer & { title: string; action: string; detail: string; state?: ReactNode }

/** A part of the account that is changed in a drawer. */
export function AccountChange({ title, action, detail, state, ...drawer }: AccountChangeProps) {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {action}
        </Button>
      </div>
      <p className={classes.hint}>{detail}</p>
      {state}
      {isChanging && (
        <ActionDrawer {...drawer} title={action} params={{}} saveLabel={action} onClose={() => setIsChanging(false)} />
      )}
    </section>
  )
}
