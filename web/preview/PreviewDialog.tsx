import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PostingPreview } from '#contract/preview/posting-preview.ts'
import { decimal, sum } from '#ledger/money.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { ByPosition } from '../ui/ByPosition.tsx'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import classes from './Preview.module.css'

type PreviewDialogProps = { preview: PostingPreview; saveLabel: string; onClose: () => void; onSave: () => void }

/** What it does to the books: in one sentence, and as the entries that will be posted. */
export function PreviewDialog({ preview: { effects, entries }, saveLabel, onClose, onSave }: PreviewDialogProps) {
  const { t } = useTranslation('preview')
  const { t: common } = useTranslation('common')
  useFocusBackAfter()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('actions.close') }}
    >
      {entries.length === 0 ? <p className={classes.sentence}>{t('nothing')}</p> : <Sentence effects={effects} />}
      <ByPosition items={entries}>{(entry) => <EntryTable entry={entry} />}</ByPosition>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('back')}
        </Button>
        <Button onClick={onSave} data-autofocus>
          {saveLabel}
        </Button>
      </Group>
    </Modal>
  )
}

function Sentence({ effects }: Pick<PostingPreview, 'effects'>) {
  const { t } = useTranslation('preview')
  if (effects.length === 0) return <p className={classes.sentence}>{t('within')}</p>
  return (
    <p className={classes.sentence}>
      {effects.map(({ name, change }, index) => (
        <span key={name}>
          {index > 0 && t('and')}
          {t(`effects.${name}.${change > 0 ? 'up' : 'down'}`)} <OwnAmount value={Math.abs(change)} />
        </span>
      ))}
      .
    </p>
  )
}

function EntryTable({ entry: { date, is_reversal, lines } }: { entry: PostingPreview['entries'][number] }) {
  const { t } = useTranslation('preview')
  const { currency } = useUser().organization
  const total = (side: 'debit' | 'credit') => sum(lines.map((line) => decimal(line[side] ?? 0)))
  return (
    <table className={classes.entry}>
      <caption>
        {t(is_reversal ? 'reversal' : 'entry')} <Num>{date}</Num>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('account')}</th>
          <th scope="col">{t('debit')}</th>
          <th scope="col">{t('credit')}</th>
        </tr>
      </thead>
      <tbody>
        <ByPosition items={lines}>
          {(line) => (
            <tr>
              <th scope="row">
                <Num>{line.account.number}</Num> <bdi>{localName(line.account)}</bdi>
                {line.party && (
                  <small>
                    <bdi>{localName(line.party)}</bdi>
                  </small>
                )}
              </th>
              <td>{line.debit !== null && <OwnAmount value={line.debit} />}</td>
              <td>{line.credit !== null && <OwnAmount value={line.credit} />}</td>
            </tr>
          )}
        </ByPosition>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('total')}</th>
          <td>
            <Amount value={total('debit')} currency={currency} />
          </td>
          <td>
            <Amount value={total('credit')} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
