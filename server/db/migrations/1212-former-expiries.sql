-- The last days that a batch had before they were corrected: records that state one of them mean the batch as it is now.
ALTER TABLE lots ADD COLUMN former_expiries jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(former_expiries) = 'array');
