-- Tax kept from what a non-resident is paid, and owed to the authority in his name: the bill is settled by the gross amount.
ALTER TABLE payments
  ADD COLUMN withholding_rate tax_percent NOT NULL DEFAULT 0,
  ADD COLUMN withheld money_amount NOT NULL DEFAULT 0,
  ADD COLUMN withheld_base money_amount NOT NULL DEFAULT 0,
  ADD CONSTRAINT payments_withhold_when_paying CHECK (withheld = 0 OR (kind = 'expense' AND withheld < amount));
