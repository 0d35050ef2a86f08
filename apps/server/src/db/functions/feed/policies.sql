-- Written by every change, read only by the feed reader (the owner), which asks who may see each topic. A request appends about
-- itself and its zones; what only triggers and the sign-in say, no request appends.
create policy append on feed_events for insert to muster_app with check (
  kind not in ('session.started', 'session.revoked', 'user.changed', 'pin.changed', 'membership.added', 'membership.changed',
    'membership.removed')
  and (
    topic = 'user:' || (select actor_id())
    or (topic like 'zone:%' and substr(topic, 6) in (select z::text from actor_zones() z))
    or (topic = 'admin' and (select actor_can('create_zones')))
  ));
grant insert (topic, kind, payload) on feed_events to muster_app;
-- That a session began is said by the sign-in alone.
create policy no_sessions on feed_events as restrictive for insert to muster_app with check (kind <> 'session.started');
create policy owner_only on feed_floor using (false);
