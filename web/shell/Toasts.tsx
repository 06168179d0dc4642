import { Notifications } from '@mantine/notifications'

/** Where toasts appear: in the middle, so that they cover no drawer and stand alike in both directions. */
export function Toasts() {
  return <Notifications position="top-center" limit={4} />
}
