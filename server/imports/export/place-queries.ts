import { sql } from 'kysely'
import { join, type KindQuery, lastEntryBefore, lotsText, rowUnit } from './query.ts'

/** The main place first: it is the first that was added. */
export const placesQuery: KindQuery = (organization) => sql`
  SELECT own.name, own.name_en, branch.name AS branch_id, own.is_usual, own.is_transit, own.status FROM places AS own
  ${join(organization, 'branches', 'branch', 'own.branch_id')}
  WHERE own.organization_id = ${organization} ORDER BY own.is_main DESC, own.id`

/** A transfer posts nothing: it comes after all that was posted before it, and before the next entry. */
export const transfersQuery: KindQuery = (organization) => sql`
  SELECT own.number AS transfer_number, own.transfer_date, source.name AS from_place_id, coalesce(meant.name, target.name) AS to_place_id, own.target_place_id IS NOT NULL AS in_transit,
    sending.number AS sent_with, product.code AS product_id,
    coalesce(line.unit_quantity, line.quantity) AS quantity, ${rowUnit(organization)}, ${lotsText('line')} AS lots, own.notes, ${lastEntryBefore(organization, sql`own.created_at`)} + 0.5 AS posting_order
  FROM stock_transfers AS own
  JOIN stock_transfer_lines AS line ON line.organization_id = ${organization} AND line.stock_transfer_id = own.id
  ${join(organization, 'places', 'source', 'own.from_place_id')}
  ${join(organization, 'places', 'target', 'own.to_place_id')}
  ${join(organization, 'places', 'meant', 'own.target_place_id')}
  ${join(organization, 'stock_transfers', 'sending', 'own.source_transfer_id')}
  ${join(organization, 'products', 'product', 'line.product_id')}
  WHERE own.organization_id = ${organization} AND own.state <> 'void' ORDER BY posting_order, own.id, line.line_number`
