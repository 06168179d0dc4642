-- A role that is deleted leaves the ended invitations without one. An open invitation always has its role.
ALTER TABLE invitations
  ALTER COLUMN role_id DROP NOT NULL,
  ADD CONSTRAINT invitations_open_has_a_role CHECK (role_id IS NOT NULL OR accepted_at IS NOT NULL OR withdrawn_at IS NOT NULL);
