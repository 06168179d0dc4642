-- Several files that come in together, as one import: each file is an import of its own that belongs to the package.
ALTER TABLE imports ADD COLUMN package_id bigint;
ALTER TABLE imports ADD CONSTRAINT imports_of_package FOREIGN KEY (organization_id, package_id) REFERENCES imports (organization_id, id);
CREATE INDEX imports_by_package ON imports (organization_id, package_id) WHERE package_id IS NOT NULL;
