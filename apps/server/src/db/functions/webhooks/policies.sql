-- Administrators manage webhooks, but cannot read their secrets. Only the server writes progress and deliveries.
create policy manage on webhooks to muster_app using ((select actor_can('manage_webhooks')));
grant select (id, name, address, kinds, zone_ids, active, failing_since, gave_up, delivered_at, created_at, created_by, request_id,
  previous_until) on webhooks to muster_app;
grant insert (name, address, secret, kinds, zone_ids, created_by, request_id), update (name, address, secret, kinds, zone_ids, active),
  delete on webhooks to muster_app;
create policy see_all on webhook_deliveries for select to muster_app using ((select actor_can('manage_webhooks')));
grant select on webhook_deliveries to muster_app;
create policy owner_only on webhook_cursor using (false);
