-- What is late is met day by day, and of each day by when it is due: a day of which nothing is late yet is passed in one look-up,
-- where every open row of it was walked over. The same columns as before in another order: a posting writes no more for it.
DROP INDEX documents_overdue;
CREATE INDEX documents_overdue ON documents (organization_id, kind, document_date, due_date, id) INCLUDE (party_id)
  WHERE state = 'posted' AND settled < total;
