-- New words of an index of words wait in a list that every search reads through, as long as four megabytes: thousands of
-- invoices. Shorter, a search reads at most a hundred or so; moving them on costs a posting what it did (0.02 ms each).
ALTER INDEX documents_search SET (gin_pending_list_limit = 64);
ALTER INDEX payments_search SET (gin_pending_list_limit = 64);
ALTER INDEX manual_entries_search SET (gin_pending_list_limit = 64);
ALTER INDEX parties_search SET (gin_pending_list_limit = 64);
ALTER INDEX products_search SET (gin_pending_list_limit = 64);
