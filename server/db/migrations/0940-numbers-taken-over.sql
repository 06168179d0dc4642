-- Records of an earlier system, or of another organization, keep their numbers when they are imported. The highest number of a series that came in so: our own numbers
-- run without a gap after it.
ALTER TABLE number_series ADD COLUMN taken_over bigint NOT NULL DEFAULT 0;
