-- Depreciation by a declining balance and by units of use, and assets that move to another class, branch or cost center: each event says where the
-- asset was, and a schedule ends where the asset leaves.
ALTER TABLE asset_classes
  ADD COLUMN declining_percent tax_percent,
  ADD COLUMN life_units item_quantity,
  DROP CONSTRAINT asset_classes_check,
  DROP CONSTRAINT asset_classes_method_check,
  ADD CONSTRAINT asset_classes_method_check CHECK (method IN ('none', 'months', 'days', 'declining', 'units')),
  ADD CONSTRAINT asset_classes_life CHECK ((method IN ('none', 'units')) = (life_months IS NULL)
    AND (method = 'declining') = (declining_percent IS NOT NULL) AND (declining_percent IS NULL OR declining_percent::numeric > 0)
    AND (life_units IS NULL OR (method = 'units' AND life_units::numeric > 0)));
ALTER TABLE assets
  -- Units of the whole life, and those before the books held the asset.
  ADD COLUMN life_units item_quantity,
  ADD COLUMN opening_units item_quantity NOT NULL DEFAULT 0,
  DROP CONSTRAINT assets_check2,
  DROP CONSTRAINT assets_method_check,
  ADD CONSTRAINT assets_method_check CHECK (method IN ('none', 'months', 'days', 'declining', 'units')),
  ADD CONSTRAINT assets_life CHECK ((method IN ('none', 'units')) = (life_months IS NULL) AND (method = 'none' OR in_service_on IS NOT NULL)
    AND (method = 'units') = (life_units IS NOT NULL) AND opening_units::numeric <= coalesce(life_units::numeric, 0));
GRANT UPDATE (asset_class_id, branch_id, cost_center_id, life_units) ON assets TO mizan_app;

ALTER TABLE asset_events
  ADD COLUMN asset_class_id bigint,
  ADD COLUMN branch_id bigint,
  ADD COLUMN cost_center_id bigint,
  -- Units so far, of a reading.
  ADD COLUMN reading item_quantity,
  -- Of the whole life, as registered or revised.
  ADD COLUMN life_units item_quantity,
  DROP CONSTRAINT asset_events_kind_check,
  ADD CONSTRAINT asset_events_kind_check CHECK (kind IN ('acquired', 'revised', 'impaired', 'used', 'transferred', 'disposed', 'restored', 'cancelled'));
ALTER TABLE asset_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE assets NO FORCE ROW LEVEL SECURITY;
UPDATE asset_events AS event SET asset_class_id = asset.asset_class_id, branch_id = asset.branch_id, cost_center_id = asset.cost_center_id
FROM assets AS asset WHERE asset.organization_id = event.organization_id AND asset.id = event.asset_id;
ALTER TABLE assets FORCE ROW LEVEL SECURITY;
ALTER TABLE asset_events FORCE ROW LEVEL SECURITY;
ALTER TABLE asset_events
  ALTER COLUMN asset_class_id SET NOT NULL,
  ALTER COLUMN branch_id SET NOT NULL,
  ADD CONSTRAINT asset_events_reading CHECK ((kind = 'used') = (reading IS NOT NULL)),
  ADD CONSTRAINT asset_events_class FOREIGN KEY (organization_id, asset_class_id) REFERENCES asset_classes (organization_id, id),
  ADD CONSTRAINT asset_events_branch FOREIGN KEY (organization_id, branch_id) REFERENCES branches (organization_id, id),
  ADD CONSTRAINT asset_events_cost_center FOREIGN KEY (organization_id, cost_center_id) REFERENCES cost_centers (organization_id, id);
CREATE INDEX asset_events_by_class ON asset_events (organization_id, asset_class_id);
CREATE INDEX asset_events_by_branch ON asset_events (organization_id, branch_id);
CREATE INDEX asset_events_by_cost_center ON asset_events (organization_id, cost_center_id) WHERE cost_center_id IS NOT NULL;

ALTER TABLE deferrals
  -- The class whose asset it depreciates, and whether the asset has left it for another.
  ADD COLUMN asset_class_id bigint,
  ADD COLUMN is_former boolean NOT NULL DEFAULT false;
ALTER TABLE deferrals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE assets NO FORCE ROW LEVEL SECURITY;
UPDATE deferrals AS deferral SET asset_class_id = asset.asset_class_id
FROM assets AS asset WHERE asset.organization_id = deferral.organization_id AND asset.id = deferral.asset_id;
ALTER TABLE assets FORCE ROW LEVEL SECURITY;
ALTER TABLE deferrals FORCE ROW LEVEL SECURITY;
ALTER TABLE deferrals
  ADD CONSTRAINT deferrals_asset_class CHECK ((asset_id IS NULL) = (asset_class_id IS NULL) AND (asset_id IS NOT NULL OR NOT is_former)),
  ADD CONSTRAINT deferrals_class FOREIGN KEY (organization_id, asset_class_id) REFERENCES asset_classes (organization_id, id);
CREATE INDEX deferrals_by_class ON deferrals (organization_id, asset_class_id) WHERE asset_class_id IS NOT NULL;
DROP INDEX deferrals_of_asset;
CREATE UNIQUE INDEX deferrals_of_asset ON deferrals (organization_id, asset_id) WHERE asset_id IS NOT NULL AND state <> 'cancelled' AND NOT is_former;
CREATE INDEX deferrals_formerly_of_asset ON deferrals (organization_id, asset_id) WHERE is_former;
GRANT UPDATE (is_former) ON deferrals TO mizan_app;
ALTER TABLE deferral_parts DROP CONSTRAINT deferral_parts_kind_check,
  ADD CONSTRAINT deferral_parts_kind_check CHECK (kind IN ('month', 'stop', 'note', 'disposal', 'impairment', 'use'));
