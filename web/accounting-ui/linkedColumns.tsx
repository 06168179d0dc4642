import { localName } from '../i18n/localName.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import type { Column } from '../ui/cells/Column.ts'
import { NameWithImage } from '../ui/cells/NameWithImage.tsx'

type Names = { name: string; name_en: string | null }

/** A referenced row with the way to its page, for who may open it. */
export const linkedReferenceColumn = <Row extends object>(
  name: keyof Row & string,
  pathOf: (row: Row) => string,
): Column<Row> => ({
  name,
  draw: (row) => (
    <OpenLink to={pathOf(row)} className="link quiet">
      <bdi>{localName(row[name] as Names)}</bdi>
    </OpenLink>
  ),
})

/** The name of a listed record with its image, and the way to its page. */
export const linkedNameColumn = <Row extends Names & { avatar: string | null }>(
  pathOf: (row: Row) => string,
): Column<Row> => ({
  name: 'name',
  draw: (row) => (
    <NameWithImage name={localName(row)} image={row.avatar}>
      <OpenLink to={pathOf(row)} className="link quiet">
        {localName(row)}
      </OpenLink>
    </NameWithImage>
  ),
})
