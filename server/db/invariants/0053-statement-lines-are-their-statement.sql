-- The lines of a bank statement that has both balances, and overlaps no other, lead from one to the other.
SELECT statement.organization_id, statement.id, statement.closing_balance, sum(line.amount) AS moved
FROM bank_statements AS statement
LEFT JOIN bank_statement_lines AS line ON line.organization_id = statement.organization_id AND line.statement_id = statement.id
WHERE statement.opening_balance IS NOT NULL AND statement.closing_balance IS NOT NULL AND statement.lines_new = statement.lines_total
GROUP BY statement.organization_id, statement.id, statement.opening_balance, statement.closing_balance, statement.lines_new
HAVING count(line.id) = statement.lines_new
  AND statement.opening_balance::numeric + coalesce(sum(line.amount), 0) <> statement.closing_balance::numeric
UNION ALL
-- A line that is matched with the books has its entries.
SELECT line.organization_id, line.id, line.amount, NULL FROM bank_statement_lines AS line
WHERE line.state = 'matched' AND NOT EXISTS (SELECT FROM bank_line_matches AS matched
  WHERE matched.organization_id = line.organization_id AND matched.statement_line_id IN (line.id, line.matched_with))
