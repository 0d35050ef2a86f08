-- The settings contain an API key, so only the server reads and writes them.
create policy owner_only on map_settings using (false);
