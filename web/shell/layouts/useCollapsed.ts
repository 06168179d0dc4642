import { useLocalStorage } from '@mantine/hooks'

/** Whether the side navigation is collapsed in this browser; side and header share it. */
export const useCollapsed = () =>
  useLocalStorage({ key: 'mizan-navigation-collapsed', defaultValue: false, getInitialValueInEffect: false })
