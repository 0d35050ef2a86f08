-- Written by every change, read only by the feed reader (the owner), which asks who may see each topic. A request appends what
-- feed_appends allows, about itself, its zones, or what administrators look after.
create policy append on feed_events for insert to muster_app with check (
  pg_column_size(payload) <= 16384 and (
  (kind, 'user') in (select event_kind, topic_kind from feed_appends) and topic = 'user:' || (select actor_id())
  or (kind, 'zone') in (select event_kind, topic_kind from feed_appends)
    and topic in (select 'zone:' || zone_id from actor_zones() as zone_id)
  or (kind, 'admin') in (select event_kind, topic_kind from feed_appends)
    and topic = 'admin' and (select actor_can('create_zones'))));
grant insert (topic, kind, payload) on feed_events to muster_app;
create policy owner_only on feed_floor using (false);
create policy read_all on feed_appends for select to muster_app using (true);
grant select on feed_appends to muster_app;
