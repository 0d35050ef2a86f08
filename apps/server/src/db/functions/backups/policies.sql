create policy owner_only on backup_runs using (false);
