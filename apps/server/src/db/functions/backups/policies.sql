-- Only the server reads and writes the runs.
create policy owner_only on backup_runs using (false);
