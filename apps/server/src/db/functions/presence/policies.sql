-- Positions are only for people who may track live locations (located_members, zone_people). More people may see who is inside.
grant select (id, zone_id, user_id, is_inside_zone, accuracy_meters, tracking_source, mock, entry_time, exit_time,
  captured_at, received_at, created_at, consent) on presence_tracking to muster_app;
create policy see_own on presence_tracking for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on presence_tracking for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));

create policy see_own on presence_history for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on presence_history for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on presence_history to muster_app;

create policy see_own on position_checks for select to muster_app using (user_id = (select actor_id()));
-- Positions outside the zone are visible only to the person (docs/decisions/016-days.md). Without the person's location consent,
-- the same applies to positions inside.
create policy see_zone on position_checks for select to muster_app
  using (inside and zone_id in (select actor_zones_with('track_live_locations')) and is_located(user_id));
grant select on position_checks to muster_app;

-- People see their own sharing on any device. The foreign key guarantees that they are members of the zone.
create policy see_own on presence_sharing for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on presence_sharing for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
create policy start_own on presence_sharing for insert to muster_app
  with check (user_id = (select actor_id()) and session_id = (select actor_session_id())
    and zone_id in (select actor_zones_with('check_position')));
create policy change_own on presence_sharing for update to muster_app using (user_id = (select actor_id()));
create policy end_own on presence_sharing for delete to muster_app using (user_id = (select actor_id()));
grant select, insert (user_id, zone_id, session_id, ends_at), update (zone_id, session_id, started_at, ends_at, paused_at), delete
  on presence_sharing to muster_app;

-- People may create requests for themselves. Those who may track live locations may also create requests for members of the zone.
create policy see on location_tracking_requests for select to muster_app
  using (user_id = (select actor_id()) or requested_by = (select actor_id()) or zone_id in (select actor_tracked_zones()));
create policy ask on location_tracking_requests for insert to muster_app
  with check (requested_by = (select actor_id()) and status = 'pending'
    and zone_id in (select actor_zones_with('request_location_tracking'))
    and (user_id = (select actor_id()) or zone_id in (select actor_tracked_zones())));
-- The other side answers once: the person asked or, for requests people made for themselves, another manager. Until then, the
-- requester may withdraw the request. One policy covers both cases, because PostgreSQL combines policies with OR: with two, a row
-- admitted by one could be changed to what the other permits.
create policy settle on location_tracking_requests for update to muster_app
  using (status = 'pending' and (user_id = (select actor_id()) or requested_by = (select actor_id())
    or user_id = requested_by and zone_id in (select actor_tracked_zones())))
  with check (case when requested_by = (select actor_id()) then status = 'withdrawn' else status in ('accepted', 'declined') end);
grant select on location_tracking_requests to muster_app;
grant insert (user_id, zone_id, requested_by) on location_tracking_requests to muster_app;
grant update (status, answered_at) on location_tracking_requests to muster_app;
