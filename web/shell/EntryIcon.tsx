import { iconOf } from './menuIcons.ts'

/** The icon of a page or entry of the menu. */
export function EntryIcon({ name, className }: { name: string; className: string | undefined }) {
  const Icon = iconOf(name)
  return <Icon className={className} aria-hidden />
}
