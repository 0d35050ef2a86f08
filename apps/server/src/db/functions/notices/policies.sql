-- People see and choose only their own notices; notices about a zone are for those who may see who is inside. Only the server's
-- jobs write what was sent.
create policy own on notice_rules to muster_app using (user_id = (select actor_id()))
  with check (user_id = (select actor_id())
    and (zone_id is null or zone_id in (select actor_zones_with('view_attendance'))));
grant select, insert (user_id, zone_id, kind, threshold, enabled), update (threshold, enabled, reached), delete on notice_rules to muster_app;
create policy of_own_rule on notice_people to muster_app
  using (rule_id in (select r.id from notice_rules r where r.user_id = (select actor_id())))
  with check (rule_id in (select r.id from notice_rules r where r.user_id = (select actor_id()) and r.zone_id = notice_people.zone_id)
    and zone_id in (select actor_zones_with('view_attendance')));
grant select, insert (rule_id, zone_id, user_id), update (inside), delete on notice_people to muster_app;
create policy owner_only on sent_notices using (false);
