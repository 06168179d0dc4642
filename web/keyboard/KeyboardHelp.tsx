import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pageAt } from '../routes/pageAt.ts'
import classes from './Keyboard.module.css'
import { keyHelp } from './pageKeys.ts'

/** Every key of the application, by where it acts. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['keyboard', 'shell', 'common'])
  const nameOf = (act: string) =>
    act.startsWith('/') ? t(`shell:pages.${pageAt(act)?.page.name}`) : t(`keyboard:acts.${act as 'help'}`)
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      title={t('keyboard:title')}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <div className={classes.groups}>
        {Object.entries(keyHelp).map(([group, acts]) => (
          <section key={group}>
            <h3>{t(`keyboard:groups.${group as keyof typeof keyHelp}`)}</h3>
            <dl>
              {acts.map(([act, keys]) => (
                <div key={act}>
                  <dt>{nameOf(act)}</dt>
                  <dd dir="ltr">
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
