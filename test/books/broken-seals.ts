import { breakOneRow } from './break-one-row.ts'

/** Entries and a log of activity that were changed after they were sealed. */
export const sealBreaks = {
  '0037-hashes-are-the-entries': [
    breakOneRow('journal_entries', "description = 'أخرى'", 'true'),
    breakOneRow('journal_entries', "posted_at = posted_at - interval '1 microsecond'", 'true'),
    breakOneRow('journal_lines', 'account_id = account_id + 1', 'true'),
    breakOneRow('journal_lines', 'amount_currency = amount_currency + 0.0001', 'true'),
    breakOneRow('tax_entries', 'base = base + 0.01', 'true'),
    'DELETE FROM journal_lines WHERE ctid = (SELECT ctid FROM journal_lines LIMIT 1)',
    'DELETE FROM tax_entries WHERE ctid = (SELECT ctid FROM tax_entries LIMIT 1)',
    'DELETE FROM journal_entries WHERE ctid = (SELECT ctid FROM journal_entries LIMIT 1)',
    'DELETE FROM journal_entry_hashes WHERE entry_number = 3',
    'DELETE FROM journal_entry_hashes WHERE entry_number = (SELECT max(entry_number) FROM journal_entry_hashes)',
    breakOneRow('journal_entry_hashes', "sha256 = sha256('')", 'entry_number = 2'),
    breakOneRow('journal_entry_hashes', "prev = sha256('')", 'entry_number = 2'),
    "WITH gone AS (DELETE FROM journal_entry_hashes WHERE entry_number > 3), back AS (UPDATE number_series SET next_number = 4 WHERE kind = 'entry_hash') UPDATE audit_log SET at = at + interval '2 days'",
  ],
  '0054-the-log-is-as-sealed': [
    breakOneRow('audit_log', "action = 'nothing'", "row.at < now() - interval '2 days'"),
    "DELETE FROM audit_log WHERE ctid = (SELECT row.ctid FROM audit_log AS row WHERE row.at < now() - interval '2 days' LIMIT 1)",
  ],
}
