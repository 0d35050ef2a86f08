-- Holds a key, and is read and written by the server itself.
create policy owner_only on map_settings using (false);
