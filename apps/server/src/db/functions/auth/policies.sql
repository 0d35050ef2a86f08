-- Sign-in data is for the owner only. muster_app has no access to the `auth` schema.
create policy owner_only on auth.users using (false);
create policy owner_only on auth.sessions using (false);
create policy owner_only on auth.accounts using (false);
create policy owner_only on auth.verifications using (false);
create policy owner_only on auth.two_step using (false);
create policy owner_only on auth.passkeys using (false);
create policy owner_only on auth.recovery_codes using (false);
create policy owner_only on auth.pending_sign_ins using (false);
create policy owner_only on known_devices using (false);
