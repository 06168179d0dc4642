import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import IconExport from '~icons/tabler/download'
import { download } from '../../api/client.ts'
import { showFailure } from '../../api/toasts.ts'
import { useCan } from '../../api/useCan.ts'
import { useListScope } from './ListScope.ts'

const formats = ['xlsx', 'csv'] as const

/** Takes the list away as it is filtered and sorted, for whoever may; a list without an export shows nothing. */
export function ExportMenu() {
  const { t } = useTranslation('common')
  const { resource, view } = useListScope()
  const can = useCan()
  const call = resource.calls.export
  if (!call || !Array.isArray(call.admission) || !call.admission.some((key) => can(key))) return null
  async function save(format: (typeof formats)[number]) {
    try {
      const { file, name } = await download(call as { method: 'GET'; path: string }, {
        query: { ...view.query, format },
      })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = name
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (error) {
      showFailure('export_failed', error)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconExport aria-hidden />}>
          {t('actions.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
