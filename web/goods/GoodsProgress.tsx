import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { GoodsKindName } from '#contract/goods/goods-kinds.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import { quantityInBase } from '../catalog/unitChoices.ts'
import { localName } from '../i18n/localName.ts'
import corrections from '../notes/Corrections.module.css'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { viewPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import type { GoodsNote } from './GoodsNote.ts'
import { GoodsStatus } from './GoodsStatus.tsx'

/** On the screen only: the status, what waits for its document, where the goods came from and what became of them. */
export function GoodsProgress({ name, note }: { name: GoodsKindName; note: GoodsNote }) {
  const { t } = useTranslation('goods')
  const links = [...note.orders, ...note.documents, ...note.returns]
  return (
    <ul className={corrections.corrections}>
      <li>
        <GoodsStatus note={note} />
        {!note.is_return && <span>{t(`progress.${name}.${note.progress}`)}</span>}
        {note.open_value > 0 && (
          <span>
            {t(`waits.${name}`)} <OwnAmount value={note.open_value} />
          </span>
        )}
      </li>
      {note.locked_because === 'goods_note_taken' && <li>{t('taken')}</li>}
      {links.map((link) => (
        <li key={`${link.kind} ${link.id}`}>
          <span>{t(`kinds.${link.kind}`)}</span>
          <Link to={viewPath(link.kind, link.id) as string} className="link">
            <Num>{link.number}</Num>
          </Link>
          <Num>{link.date}</Num>
        </li>
      ))}
      {note.progress === 'part' &&
        note.items
          .filter(({ open }) => open > 0)
          .map((item) => (
            <li key={item.id}>
              <bdi>{localName({ name: item.product_name, name_en: item.product_name_en ?? null })}</bdi>
              <span>{t('open_of', { open: formatPlain(item.open), quantity: quantityInBase(item) })}</span>
            </li>
          ))}
    </ul>
  )
}
