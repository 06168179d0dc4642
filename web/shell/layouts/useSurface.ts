import { useNavigationMode } from '../theme/preferences.ts'
import classes from './Surface.module.css'

/** What a navigation stands on: the page's own colours, or the accent where the mode is "themed". */
export function useSurface(className: string | undefined) {
  const [mode] = useNavigationMode()
  const themed = mode === 'themed' ? classes.themed : ''
  return { className: `${className} ${themed}`, 'data-navigation': mode }
}
