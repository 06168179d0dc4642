-- Of what a short piece finds, how much it finds in the text of the rows alone, beside the rows of the parties it finds: where that is
-- nothing, all it finds is told by the parties, of every status. Counted anew when somebody looks; a posting writes none of these.
TRUNCATE list_finds;
ALTER TABLE list_finds ADD COLUMN own bigint NOT NULL;
