-- The permission matrix is public. All other tables here are for the owner only.
create policy read_all on role_permissions for select to muster_app using (true);
grant select on role_permissions to muster_app;

create policy owner_only on schema_migrations using (false);
create policy owner_only on schema_functions using (false);
create policy owner_only on installation_facts using (false);
create policy owner_only on installation_secrets using (false);
create policy owner_only on rate_limits using (false);
create policy owner_only on app_login using (false);
