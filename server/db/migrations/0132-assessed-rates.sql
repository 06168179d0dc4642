-- Under reverse charge a document charges nothing, and its tax said what was assessed: the tax of today, which may have another
-- rate by now (ledger.md 1.7: a change of rate never touches posted rows). From now on the rate is copied when it is posted.
ALTER TABLE document_taxes ADD COLUMN assessed_rate tax_percent;
