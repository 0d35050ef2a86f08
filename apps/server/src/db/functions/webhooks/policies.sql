-- For administrators, and never the secrets. How far a webhook is and what is delivered, the server itself writes.
create policy see_all on webhooks for select to muster_app using ((select actor_can('manage_webhooks')));
create policy change on webhooks for update to muster_app
  using ((select actor_can('manage_webhooks'))) with check ((select actor_can('manage_webhooks')));
-- Whoever adds one adds it in their own name.
create policy add on webhooks for insert to muster_app
  with check ((select actor_can('manage_webhooks')) and created_by = (select actor_id()));
grant select (id, name, address, kinds, zone_ids, active, failing_since, gave_up, delivered_at, created_at, created_by, request_id)
  on webhooks to muster_app;
grant insert (name, address, secret, kinds, zone_ids, created_by, request_id) on webhooks to muster_app;
grant update (name, address, kinds, zone_ids, active) on webhooks to muster_app;
create policy see_all on webhook_deliveries for select to muster_app using ((select actor_can('manage_webhooks')));
grant select on webhook_deliveries to muster_app;
create policy owner_only on webhook_cursor using (false);
