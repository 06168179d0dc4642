-- Money that leaves by a way of paying may lie elsewhere than what comes in by it: cheques written out are owed until the bank pays
-- them, while those of customers wait for their collection.
ALTER TABLE payment_methods ADD COLUMN outgoing_account_id bigint,
  ADD CONSTRAINT payment_methods_outgoing FOREIGN KEY (organization_id, outgoing_account_id) REFERENCES accounts (organization_id, id);
-- Row security binds the owner of the tables too; for this one look at all tenants it does not.
ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_methods NO FORCE ROW LEVEL SECURITY;
-- Beside what is owed to suppliers, under the next number that is free there. A number is its parent's and two digits more.
WITH lacking AS (
  SELECT DISTINCT method.organization_id, parent.id AS parent_id, parent.number AS parent_number
  FROM payment_methods AS method
  JOIN accounts AS cheques ON cheques.organization_id = method.organization_id AND cheques.id = method.account_id AND cheques.role = 'CHEQUES'
  JOIN accounts AS payable ON payable.organization_id = method.organization_id AND payable.role = 'AP'
  JOIN accounts AS parent ON parent.organization_id = payable.organization_id AND parent.id = payable.parent_id
), made AS (
  INSERT INTO accounts (organization_id, number, name, name_en, type, postable, parent_id, class, nature, cash_flow_tag)
  SELECT lacking.organization_id, free.number, 'شيكات مستحقة الدفع', 'Cheques payable', 'sub', true, lacking.parent_id, 'L', 'C', 'op_wc'
  FROM lacking CROSS JOIN LATERAL (
    SELECT lacking.parent_number || lpad(tail::text, 2, '0') AS number FROM generate_series(1, 99) AS tail
    WHERE NOT EXISTS (SELECT FROM accounts AS taken WHERE taken.organization_id = lacking.organization_id
      AND taken.number = lacking.parent_number || lpad(tail::text, 2, '0'))
    ORDER BY tail LIMIT 1) AS free
  RETURNING organization_id, id
)
UPDATE payment_methods AS method SET outgoing_account_id = made.id FROM made, accounts AS cheques
WHERE made.organization_id = method.organization_id AND cheques.organization_id = method.organization_id
  AND cheques.id = method.account_id AND cheques.role = 'CHEQUES';
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_methods FORCE ROW LEVEL SECURITY;
