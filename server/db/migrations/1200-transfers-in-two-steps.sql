-- Goods that are sent lie in the place of what is on the way until they are received (decision 0255). A receipt is a transfer from there.
ALTER TABLE places ADD COLUMN is_transit boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT places_transit_is_not_main CHECK (NOT (is_main AND is_transit));
CREATE UNIQUE INDEX places_one_transit ON places (organization_id) WHERE is_transit;

ALTER TABLE stock_transfers DROP CONSTRAINT stock_transfers_state_check,
  ADD CONSTRAINT stock_transfers_state_check CHECK (state IN ('posted', 'sent', 'void')),
  -- Where sent goods are meant to go.
  ADD COLUMN target_place_id bigint,
  -- The transfer whose goods this one receives, or gives back to who sent them.
  ADD COLUMN source_transfer_id bigint,
  ADD FOREIGN KEY (organization_id, target_place_id) REFERENCES places (organization_id, id),
  ADD FOREIGN KEY (organization_id, source_transfer_id) REFERENCES stock_transfers (organization_id, id),
  ADD CONSTRAINT stock_transfers_sent_or_received CHECK (target_place_id IS NULL OR source_transfer_id IS NULL),
  ADD CONSTRAINT stock_transfers_sent_somewhere CHECK (state <> 'sent' OR target_place_id IS NOT NULL);
CREATE INDEX stock_transfers_by_meant ON stock_transfers (organization_id, target_place_id) WHERE target_place_id IS NOT NULL;
CREATE INDEX stock_transfers_by_sending ON stock_transfers (organization_id, source_transfer_id) WHERE source_transfer_id IS NOT NULL;
