create policy see on clients for select to muster_app using (id in (select actor_seen_clients()));
create policy edit on clients for update to muster_app
  using ((select actor_can('edit_clients')) or (status = 'active' and id in (select actor_managed_clients())));
-- Requests may not update status, limits and approval, because members of an organisation must not set their own limits.
grant select, update (name, contact_name, contact_email, contact_phone, time_zone, language) on clients to muster_app;

create policy see_own on client_members for select to muster_app using (user_id = (select actor_id()));
create policy see_people on client_members for select to muster_app using (client_id in (select actor_seen_clients()));
grant select on client_members to muster_app;
