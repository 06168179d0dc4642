-- Counters are adjusted once for a row and transaction, from what it was before. A savepoint writes rows under a number of its own, so a row that was written below an
-- earlier savepoint of the same transaction looked like one of another, and was counted twice: two payments of one invoice in one import.
CREATE OR REPLACE FUNCTION is_written_before(version xid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  own xid8 := pg_current_xact_id();
  own_low bigint := own::text::bigint & 4294967295;
  -- How much later the number is than that of the transaction: savepoints get later ones, of half the circle at most.
  later bigint := (version::text::bigint - own_low + 4294967296) & 4294967295;
  whole bigint := own::text::bigint + later;
BEGIN
  IF later = 0 THEN RETURN false; END IF;
  IF later >= 2147483648 OR whole >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000 THEN RETURN true; END IF;
  -- A visible row is of a committed transaction, or of this one.
  RETURN pg_xact_status(whole::text::xid8) IS DISTINCT FROM 'in progress';
END $function$;

CREATE OR REPLACE FUNCTION update_trade_totals(organization bigint, document bigint, kind_of text, was_posted boolean, day_before date, branch_before bigint, party_before bigint, rate_before numeric, is_posted boolean, day_after date, branch_after bigint, party_after bigint, rate_after numeric)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  WITH rows AS (
    SELECT false AS is_after, line_number, product_id, quantity, is_return, coalesce(tax_base, tax_share) AS tax, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND is_written_before(xmin) AND was_posted
    UNION ALL
    SELECT false, line_number, product_id, quantity, is_return, tax_base, net_base, cost_base FROM trade_pending_reversals
    WHERE organization_id = organization AND document_id = document AND was_posted
    UNION ALL
    SELECT true, line_number, product_id, quantity, is_return, coalesce(tax_base, tax_share) AS tax, net_base, cost_base FROM document_lines
    WHERE organization_id = organization AND document_id = document AND is_posted),
  change AS MATERIALIZED (
    SELECT date_trunc('month', CASE WHEN is_after THEN day_after ELSE day_before END)::date AS month,
      CASE WHEN is_after THEN branch_after ELSE branch_before END AS branch, CASE WHEN is_after THEN party_after ELSE party_before END AS party,
      product_id, sign * quantity AS quantity, CASE WHEN is_return THEN sign * quantity ELSE 0 END AS returned, sign * net_base AS net,
      sign * tax AS tax, sign * cost_base AS cost, sign AS line_count
    FROM (SELECT *, CASE WHEN is_after THEN 1 ELSE -1 END AS sign FROM rows) AS signed),
  parties AS (
    INSERT INTO trade_monthly_by_party AS total (organization_id, kind, month, party_id, branch_id, net, tax, cost, line_count)
    SELECT organization, kind_of, change.month, change.party, change.branch, sum(change.net), sum(change.tax), sum(change.cost), sum(change.line_count)
    FROM change GROUP BY change.month, change.party, change.branch ORDER BY 3, 4, 5
    ON CONFLICT (organization_id, kind, month, party_id, branch_id) DO UPDATE SET net = total.net + excluded.net, tax = total.tax + excluded.tax, cost = total.cost + excluded.cost,
      line_count = total.line_count + excluded.line_count)
  INSERT INTO trade_monthly_by_product AS total (organization_id, kind, month, product_id, branch_id, quantity, returned, net, tax, cost, line_count)
  SELECT organization, kind_of, change.month, change.product_id, change.branch, sum(change.quantity), sum(change.returned), sum(change.net), sum(change.tax), sum(change.cost),
    sum(change.line_count)
  FROM change GROUP BY change.month, change.product_id, change.branch ORDER BY 3, 4, 5
  ON CONFLICT (organization_id, kind, month, product_id, branch_id) DO UPDATE SET quantity = total.quantity + excluded.quantity,
    returned = total.returned + excluded.returned, net = total.net + excluded.net, tax = total.tax + excluded.tax, cost = total.cost + excluded.cost, line_count = total.line_count + excluded.line_count;
  DELETE FROM trade_pending_reversals WHERE organization_id = organization AND document_id = document;
END $function$;

DROP TRIGGER document_line_trade_reversed ON document_lines;
CREATE TRIGGER document_line_trade_reversed AFTER DELETE OR UPDATE OF product_id, quantity, is_return, tax_base, tax_share, net_base, cost_base ON document_lines FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION queue_trade_reversal();
DROP TRIGGER document_recounted ON documents;
CREATE CONSTRAINT TRIGGER document_recounted AFTER DELETE OR UPDATE ON documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION count_document();
DROP TRIGGER document_trade_updated ON documents;
CREATE CONSTRAINT TRIGGER document_trade_updated AFTER DELETE OR UPDATE ON documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION update_document_trade();
DROP TRIGGER manual_entry_recounted ON manual_entries;
CREATE CONSTRAINT TRIGGER manual_entry_recounted AFTER DELETE OR UPDATE ON manual_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION count_manual_entry();
DROP TRIGGER payment_recounted ON payments;
CREATE CONSTRAINT TRIGGER payment_recounted AFTER DELETE OR UPDATE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (is_written_before(old.xmin)) EXECUTE FUNCTION count_payment();
