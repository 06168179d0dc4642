import { useNavigationMode } from '../theme/preferences.ts'
import classes from './Surface.module.css'

/** The background of the navigation: the page's own colours, or the accent in the mode "themed". */
export function useSurface(className: string | undefined) {
  const [mode] = useNavigationMode()
  const themed = mode === 'themed' ? classes.themed : ''
  return { className: `${className} ${themed}`, 'data-navigation': mode }
}
