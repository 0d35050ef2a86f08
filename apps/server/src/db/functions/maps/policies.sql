-- Contains an API key; only the server reads and writes it.
create policy owner_only on map_settings using (false);
