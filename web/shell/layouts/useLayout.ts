import { useLocalStorage } from '@mantine/hooks'
import { type LayoutName, layouts } from './layouts.ts'

/** The layout chosen in this browser; modern where none was. */
export function useLayout(): LayoutName {
  const [name] = useLocalStorage<string>({
    key: 'mizan-layout',
    defaultValue: 'modern',
    getInitialValueInEffect: false,
  })
  return name in layouts ? (name as LayoutName) : 'modern'
}
