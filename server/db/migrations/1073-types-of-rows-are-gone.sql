-- Rows travel as plain parameters (decision 0200): the types that carried them in arrays have no use.
DROP TYPE audit_log_input, balance_input, daily_tax_input, document_input, document_line_input, document_tax_input, issued_paper_input,
  journal_entry_input, journal_line_input, number_series_input, settlement_input, stock_item_input, stock_move_input, stored_response_input,
  tax_entry_input;
