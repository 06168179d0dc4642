-- The sheet of the workbook that an import reads, the others that could be read, and the row of its heads.
ALTER TABLE imports
  ADD COLUMN sheet text,
  ADD COLUMN sheets jsonb NOT NULL DEFAULT '[]'::jsonb,
  ADD COLUMN head_row integer NOT NULL DEFAULT 1;
