-- Asking for a link again replaced the one that was mailed before, so anybody could keep a person's link from working. Each is good
-- until it is used or its time is over.
ALTER TABLE password_resets DROP CONSTRAINT password_resets_pkey;
ALTER TABLE password_resets ADD PRIMARY KEY (organization_id, user_id, token_hash);
