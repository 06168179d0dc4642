-- What is delivered and not invoiced, and received and not billed, is its account, by branch and at every day: the rows of goods notes less
-- what documents and returns cleared of them (accounting rule 2.1-14).
WITH waiting AS (
  SELECT note.organization_id, note.kind, note.branch_id, note.note_date AS day, line.value::numeric AS value
  FROM goods_notes AS note
  JOIN goods_note_lines AS line ON line.organization_id = note.organization_id AND line.goods_note_id = note.id
  WHERE note.state = 'posted' AND NOT note.is_return
  UNION ALL
  SELECT note.organization_id, note.kind, note.branch_id, cleared.day, -cleared.value
  FROM goods_clearings AS cleared
  JOIN goods_note_lines AS line ON line.organization_id = cleared.organization_id AND line.id = cleared.goods_line_id
  JOIN goods_notes AS note ON note.organization_id = cleared.organization_id AND note.id = line.goods_note_id),
by_day AS (SELECT organization_id, kind, branch_id, day, sum(value) AS value FROM waiting GROUP BY 1, 2, 3, 4),
posted AS (
  SELECT line.organization_id, CASE account.role WHEN 'GDNI' THEN 'delivery_note' ELSE 'goods_receipt' END AS kind, line.branch_id,
    line.entry_date AS day, sum(line.debit - line.credit) * CASE account.role WHEN 'GDNI' THEN 1 ELSE -1 END AS value
  FROM journal_lines AS line
  JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
  WHERE account.role IN ('GDNI', 'GRNI') GROUP BY line.organization_id, account.role, line.branch_id, line.entry_date)
SELECT organization_id, 0 AS id, kind || ' ' || branch_id || ' on ' || day AS what, by_day.value, posted.value AS other
FROM by_day FULL JOIN posted USING (organization_id, kind, branch_id, day)
WHERE coalesce(by_day.value, 0) <> coalesce(posted.value, 0)
UNION ALL
-- What a row remembers of it, and the day on which nothing was left: at the end and on no day more than it has.
SELECT line.organization_id, line.id, 'settled', line.settled_value, sums.value
FROM goods_note_lines AS line
CROSS JOIN LATERAL (
  SELECT coalesce(sum(quantity), 0) AS quantity, coalesce(sum(value), 0) AS value FROM goods_clearings AS cleared
  WHERE cleared.organization_id = line.organization_id AND cleared.goods_line_id = line.id) AS sums
CROSS JOIN LATERAL (
  SELECT coalesce(max(running), 0) AS most, coalesce(min(running), 0) AS least FROM (
    SELECT sum(sum(quantity)) OVER (ORDER BY day) AS running FROM goods_clearings AS cleared
    WHERE cleared.organization_id = line.organization_id AND cleared.goods_line_id = line.id GROUP BY day) AS days) AS running
WHERE line.settled::numeric <> sums.quantity OR line.settled_value::numeric <> sums.value OR line.settled::numeric > line.taken::numeric
  OR running.most > line.quantity::numeric OR running.least < 0 OR (line.settled::numeric = line.quantity::numeric AND line.settled_value::numeric <> line.value::numeric)
  OR line.cleared_on IS DISTINCT FROM (SELECT min(after.day) FROM (
    SELECT cleared.day FROM goods_clearings AS cleared WHERE cleared.organization_id = line.organization_id AND cleared.goods_line_id = line.id) AS after
    WHERE NOT EXISTS (SELECT FROM goods_clearings AS own WHERE own.organization_id = line.organization_id AND own.goods_line_id = line.id
      AND own.day >= after.day AND (SELECT sum(quantity) FROM goods_clearings AS until WHERE until.organization_id = line.organization_id
        AND until.goods_line_id = line.id AND until.day <= own.day) <> line.quantity::numeric))
UNION ALL
-- What is taken of a row is the sum of its links, and those of a taker are its rows.
SELECT line.organization_id, line.id, 'taken', line.taken, coalesce(sum(link.quantity), 0)
FROM goods_note_lines AS line
LEFT JOIN goods_links AS link ON link.organization_id = line.organization_id AND link.goods_line_id = line.id
GROUP BY line.organization_id, line.id, line.taken HAVING line.taken::numeric <> coalesce(sum(link.quantity), 0)
UNION ALL
SELECT organization_id, goods_line_id, 'taker', sum(linked), sum(written)
FROM (
  SELECT organization_id, goods_line_id, coalesce(document_id, -goods_note_id) AS taker, taker_line, quantity::numeric AS linked, 0::numeric AS written FROM goods_links
  UNION ALL
  SELECT row.organization_id, row.goods_line_id, row.document_id, row.line_number, 0, CASE WHEN row.is_return THEN -row.quantity ELSE row.quantity::numeric END
  FROM document_lines AS row
  JOIN documents AS document ON document.organization_id = row.organization_id AND document.id = row.document_id
  WHERE row.goods_line_id IS NOT NULL AND document.state <> 'void'
  UNION ALL
  SELECT row.organization_id, row.returned_line_id, -row.goods_note_id, row.line_number, 0, row.quantity
  FROM goods_note_lines AS row
  JOIN goods_notes AS note ON note.organization_id = row.organization_id AND note.id = row.goods_note_id
  WHERE row.returned_line_id IS NOT NULL AND note.state <> 'void') AS taking
GROUP BY organization_id, goods_line_id, taker, taker_line HAVING sum(linked) <> sum(written)
UNION ALL
-- A row has stock moves of its value, and what a posted document took of it is cleared as long as it is posted.
SELECT cleared.organization_id, cleared.goods_line_id, 'cleared by ' || document.id, sum(cleared.quantity), 0
FROM goods_clearings AS cleared
JOIN documents AS document ON document.organization_id = cleared.organization_id AND document.id = cleared.document_id
WHERE document.state <> 'posted' GROUP BY cleared.organization_id, cleared.goods_line_id, document.id
HAVING sum(cleared.quantity) <> 0 OR sum(cleared.value) <> 0
