-- An organization that was moved into another installation gets a number of its own there. Its entries were hashed with the number it had before, and hashes never change.
ALTER TABLE organizations ADD COLUMN hashed_as bigint;

CREATE OR REPLACE FUNCTION entry_text(organization bigint, entry bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_array('mizan-1', coalesce((SELECT own.hashed_as FROM organizations AS own WHERE own.organization_id = organization), head.organization_id),
    head.entry_number, head.id, head.entry_date, head.financial_year_id, head.kind, head.source,
    head.source_id, head.source_revision, head.reverses_id, head.description, head.total_debit::text, head.line_count, head.posted_by,
    to_char(head.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    (SELECT jsonb_agg(jsonb_build_array(line.line_number, line.account_id, line.branch_id, line.cost_center_id, line.party_kind, line.party_id,
        line.debit::text, line.credit::text, line.currency_id, line.amount_currency::text, line.tax_id, line.document_id, line.product_id,
        line.description) ORDER BY line.line_number)
      FROM journal_lines AS line WHERE line.organization_id = organization AND line.entry_id = entry),
    (SELECT coalesce(jsonb_agg(jsonb_build_array(tax.line_number, tax.tax_date, tax.box, tax.sign, tax.base::text, tax.tax::text, tax.is_adjustment,
        tax.tax_id, tax.branch_id) ORDER BY tax.line_number), '[]'::jsonb)
      FROM tax_entries AS tax WHERE tax.organization_id = organization AND tax.entry_id = entry))::text
  FROM journal_entries AS head WHERE head.organization_id = organization AND head.id = entry
$function$;
