create policy owner_only on entry_pins using (false);
