import type { TFunction } from 'i18next'
import { importGroups, importKindNames, importKindOf, packageKind } from '#contract/imports/import-kinds.ts'

/** The kinds of imports in their groups, with the package of all of them first. */
export function kindChoices(t: TFunction<'imports'>) {
  const choice = (value: string) => ({ value, label: t(`kinds.${value}`) })
  return [
    choice(packageKind),
    ...importGroups.map((group) => ({
      group: t(`groups.${group}`),
      items: importKindNames.filter((kind) => importKindOf(kind).group === group).map(choice),
    })),
  ]
}
