import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import { ofAssets, reportIndex, reportPath, reportPermission } from '#contract/reports/report-index.ts'
import IconPlus from '~icons/tabler/plus'
import IconReport from '~icons/tabler/report-analytics'
import IconSettings from '~icons/tabler/settings'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { pages as allPages } from '../routes/pages.ts'
import { lawPath } from '../routes/public.ts'
import { sectionPermission, settingsSections } from '../routes/settingsSections.ts'
import { iconOf } from '../shell/menuIcons.ts'
import type { Command, CommandGroup } from './Command.ts'
import { pageActs } from './pageActs.ts'

/** Records created in a drawer have no page. */
const drawers = [
  { name: 'customer', list: '/sales/customers', permission: 'create-customer' },
  { name: 'supplier', list: '/purchases/suppliers', permission: 'create-supplier' },
  { name: 'user', list: '/users', permission: 'create-user' },
  { name: 'financial_year', list: '/accounting/financial-years', permission: 'create-financialYear' },
]

/** The acts of the open page, the create actions and the pages the person may use, those whose name holds every typed word. */
export function usePageCommands(keyword: string): CommandGroup[] {
  // Read again for each key: the page behind may still be changing when the palette opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is read, not the keyword
  const acts = useMemo(pageActs, [keyword])
  const creates = useCreates()
  const opens = useOpens()
  const words = normalizeForSearch(keyword).split(' ')
  const matching = (commands: readonly Command[]) =>
    commands.filter(({ title }) => {
      const folded = normalizeForSearch(title)
      return words.every((word) => folded.includes(word))
    })
  return [
    { name: 'acts', commands: matching(acts) },
    { name: 'create', commands: matching(creates) },
    { name: 'pages', commands: matching(opens) },
  ]
}

function useCreates(): readonly Command[] {
  const { t } = useTranslation(['shell', 'palette'])
  const can = useCan()
  const pages = useOfferedPages()
  return useMemo(() => {
    const onPages = pages
      .filter(({ path, permissions }) => path.endsWith('/create') && can(...permissions))
      .map(({ path, name }) => ({ to: path, title: t(`shell:pages.${name}`), icon: IconPlus }))
    const inDrawers = drawers
      .filter(({ list, permission }) => can(permission) && can(...permissionsOf(list)))
      .map(({ name, list }) => ({ to: `${list}?edit=new`, title: t(`palette:create.${name}`), icon: IconPlus }))
    return [...onPages, ...inDrawers]
  }, [t, can, pages])
}

function useOpens(): readonly Command[] {
  const { t } = useTranslation(['shell', 'organization', 'reports'])
  const can = useCan()
  const pages = useOfferedPages()
  const { owns_assets: ownsAssets, uses_withholding: withholds, uses_retention: retains } = useUser().organization
  return useMemo(() => {
    const plain = pages
      .filter(({ path, permissions }) => !/\$|\/create$|^\/(welcome|access-denied)$/.test(path) && can(...permissions))
      .map(({ path, name }) => ({ to: path, title: t(`shell:pages.${name}`), icon: iconOf(name) }))
    const reports = reportIndex
      .filter(
        ([name]) =>
          can(reportPermission(name)) &&
          (!ofAssets.has(name) || ownsAssets) &&
          (name !== 'withholding_by_payee' || withholds) &&
          (name !== 'retention_calendar' || retains),
      )
      .map(([name]) => ({ to: reportPath(name), title: t(`reports:${name}.title`), icon: IconReport }))
    const sections = settingsSections
      .filter((section) => can(sectionPermission(section)))
      .map((section) => ({
        to: `/settings/${section}`,
        title: t(`organization:settings.${section}`),
        detail: t('shell:pages.settings'),
        icon: IconSettings,
      }))
    const law = { to: lawPath, title: t('shell:pages.law'), icon: iconOf('law') }
    return [...plain, ...reports, ...sections, law]
  }, [t, can, pages, ownsAssets, withholds, retains])
}

/** Those of parts that the organization switched on. */
function useOfferedPages() {
  const { organization } = useUser()
  return useMemo(() => allPages.filter(({ needs }) => !needs || organization[needs]), [organization])
}

const permissionsOf = (list: string) => allPages.find(({ path }) => path === list)?.permissions ?? []
