-- The rows of a report that were shown when its file was ordered; a file without either holds all rows.
alter table report_runs
  add column row_search text,
  add column bar_column text,
  add column bar_value text,
  add constraint report_run_search check (length(row_search) between 1 and 200),
  add constraint report_run_bar check (
    (bar_column is null) = (bar_value is null) and length(bar_column) <= 60 and length(bar_value) <= 300
  );
