-- An allocation names its entry, whose number is the most wanted row of an organisation: the entry is written last, and
-- that it is there is asked at the commit, as it is of documents and stock moves.
ALTER TABLE allocations ALTER CONSTRAINT allocations_organization_id_entry_id_fkey DEFERRABLE INITIALLY DEFERRED;

-- What moves from one count to another is two rows at most; a document that is settled in part moves from none.
CREATE OR REPLACE FUNCTION count_kept(organization bigint, kind_before text, status_before text, day_before date, party_before bigint, net_before numeric,
  kind_after text, status_after text, day_after date, party_after bigint, net_after numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (kind_before, status_before) IS DISTINCT FROM (kind_after, status_after) THEN
    INSERT INTO document_counts AS kept (organization_id, kind, status, count)
    SELECT organization, moved.kind, moved.status, moved.count
    FROM (VALUES (kind_before, status_before, -1), (kind_after, status_after, 1)) AS moved (kind, status, count)
    WHERE moved.kind IS NOT NULL ORDER BY 2, 3
    ON CONFLICT (organization_id, kind, status) DO UPDATE SET count = kept.count + excluded.count;
  END IF;
  IF (kind_before, status_before, day_before) IS DISTINCT FROM (kind_after, status_after, day_after) THEN
    INSERT INTO day_counts AS kept (organization_id, kind, status, day, count)
    SELECT organization, moved.kind, moved.status, moved.day, moved.count
    FROM (VALUES (kind_before, status_before, day_before, -1), (kind_after, status_after, day_after, 1)) AS moved (kind, status, day, count)
    WHERE moved.kind IS NOT NULL ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, kind, status, day) DO UPDATE SET count = kept.count + excluded.count;
  END IF;
  IF (kind_before, party_before, extract(year FROM day_before), status_before) IS DISTINCT FROM (kind_after, party_after, extract(year FROM day_after), status_after) THEN
    INSERT INTO party_counts AS kept (organization_id, kind, party_id, year, status, count, net_base)
    SELECT organization, moved.kind, moved.party, extract(year FROM moved.day), moved.status, moved.count, moved.net
    FROM (VALUES (kind_before, party_before, status_before, day_before, -1, -net_before), (kind_after, party_after, status_after, day_after, 1, net_after))
      AS moved (kind, party, status, day, count, net)
    WHERE moved.kind IS NOT NULL AND moved.party IS NOT NULL ORDER BY 2, 3, 4, 5
    ON CONFLICT (organization_id, kind, party_id, year, status) DO UPDATE SET count = kept.count + excluded.count, net_base = kept.net_base + excluded.net_base;
  ELSIF net_before <> net_after AND party_after IS NOT NULL THEN
    UPDATE party_counts SET net_base = net_base - net_before + net_after
    WHERE organization_id = organization AND kind = kind_after AND party_id = party_after AND year = extract(year FROM day_after) AND status = status_after;
  END IF;
END $$;
