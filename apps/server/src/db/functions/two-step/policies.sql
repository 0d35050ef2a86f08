create policy owner_only on auth.two_step using (false);
create policy owner_only on auth.recovery_codes using (false);
