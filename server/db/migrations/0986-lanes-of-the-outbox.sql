-- A slow receiver of one kind must not delay messages of another kind: the directory says which kind waits.
ALTER TABLE outbox_directory ADD COLUMN lane text NOT NULL DEFAULT 'work' CHECK (lane IN ('mail', 'e_invoice', 'webhook', 'work'));
-- The version of a master record when its import ended: an undo keeps what was edited since.
ALTER TABLE import_records ADD COLUMN left_version integer;
