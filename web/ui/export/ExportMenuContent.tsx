import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { askedOf } from '../../api/askedOf.ts'
import { download } from '../../api/client.ts'
import { showFailure } from '../../api/toasts.ts'
import { ExportButton } from './ExportButton.tsx'
import { saveFile } from './saveFile.ts'

type Format = 'pdf' | 'xlsx' | 'csv'
const usual = ['xlsx', 'csv'] as const

type OpenExportMenuProps = { call: Call; query: Record<string, unknown>; formats?: readonly Format[] }

/** The formats of an export. The query decides the rows. */
export function ExportMenuContent({ call, query, formats = usual }: OpenExportMenuProps) {
  const { t } = useTranslation('common')
  async function save(format: Format) {
    try {
      const { file, name } = await download(call as { method: 'GET'; path: string }, {
        query: askedOf(call, { ...query, format }),
      })
      saveFile(file, name)
    } catch (error) {
      showFailure('export_failed', error)
    }
  }
  return (
    <Menu defaultOpened position="bottom-end">
      <Menu.Target>
        <ExportButton />
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
