-- Tax on a non-resident that the payer bears: the payee gets the whole amount, the tax is on top of it and an expense of its own account.
ALTER TABLE payments ADD COLUMN withholding_borne boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT payments_borne CHECK (NOT withholding_borne OR withholding_rate > 0);

ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
INSERT INTO accounts (organization_id, number, name, name_en, type, postable, parent_id, class, nature, role)
SELECT beside.organization_id, free.number, 'ضريبة استقطاع متحمَّلة', 'Withholding tax borne', 'sub', true, beside.parent_id, beside.class, beside.nature, 'WHT_BORNE'
FROM accounts AS beside
JOIN accounts AS parent ON parent.organization_id = beside.organization_id AND parent.id = beside.parent_id
CROSS JOIN LATERAL (
  SELECT parent.number || lpad(place::text, 2, '0') AS number FROM generate_series(14, 99) AS place
  WHERE NOT EXISTS (SELECT FROM accounts AS other WHERE other.organization_id = beside.organization_id
    AND other.number = parent.number || lpad(place::text, 2, '0'))
  ORDER BY place LIMIT 1) AS free
WHERE beside.role = 'BANK_FEES'
  AND NOT EXISTS (SELECT FROM accounts AS other WHERE other.organization_id = beside.organization_id AND other.role = 'WHT_BORNE');
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
