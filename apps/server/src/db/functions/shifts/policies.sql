-- Everybody in a zone sees its plans. Plans for a group are for its members and for people who may view attendance.
create policy see on shift_plans for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance'))
  or zone_id in (select actor_zones_with('view_zones'))
    and (group_id is null or group_id in (select m.group_id from group_members m where m.user_id = (select actor_id()))));
create policy plan on shift_plans for insert to muster_app
  with check (created_by = (select actor_id()) and zone_id in (select actor_zones_with('edit_zones'))
    and (group_id is null or group_id in (select g.id from groups g where g.zone_id = shift_plans.zone_id)));
create policy change on shift_plans for update to muster_app using (zone_id in (select actor_zones_with('edit_zones')))
  with check (zone_id in (select actor_zones_with('edit_zones'))
    and (group_id is null or group_id in (select g.id from groups g where g.zone_id = shift_plans.zone_id)));
create policy remove on shift_plans for delete to muster_app using (zone_id in (select actor_zones_with('edit_zones')));
grant select, insert (request_id, zone_id, group_id, name, days, starts, ends, grace_minutes, valid_from, valid_until, created_by),
  update (group_id, name, days, starts, ends, grace_minutes, valid_from, valid_until), delete on shift_plans to muster_app;

create policy see on zone_holidays for select to muster_app using (zone_id in (select actor_zones_with('view_zones')));
create policy plan on zone_holidays for insert to muster_app
  with check (created_by = (select actor_id()) and zone_id in (select actor_zones_with('edit_zones')));
create policy change on zone_holidays for update to muster_app using (zone_id in (select actor_zones_with('edit_zones')))
  with check (zone_id in (select actor_zones_with('edit_zones')));
create policy remove on zone_holidays for delete to muster_app using (zone_id in (select actor_zones_with('edit_zones')));
grant select, insert (zone_id, day, name, created_by), update (name, created_by), delete on zone_holidays to muster_app;

-- People see corrections to their own attendance, and all corrections in zones whose attendance they may view. Nobody may correct
-- their own attendance, and only people who belong to the zone or were there can be corrected. No grant allows changing or removing
-- a correction.
create policy see_own on attendance_corrections for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on attendance_corrections for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
create policy correct on attendance_corrections for insert to muster_app
  with check (corrected_by = (select actor_id()) and user_id <> (select actor_id())
    and zone_id in (select actor_zones_with('edit_zones')) and zone_id in (select actor_zones_with('view_attendance'))
    and (exists (select from zone_assignments a where a.zone_id = attendance_corrections.zone_id and a.user_id = attendance_corrections.user_id)
      or exists (select from presence_history h where h.zone_id = attendance_corrections.zone_id and h.user_id = attendance_corrections.user_id)));
grant select, insert (request_id, zone_id, user_id, day, first_in, last_out, inside_minutes, excused, withdrawn, reason, corrected_by)
  on attendance_corrections to muster_app;

create policy see_own on attendance_objections for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on attendance_objections for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
create policy object on attendance_objections for insert to muster_app
  with check (user_id = (select actor_id()) and zone_id in (select actor_zones_with('view_zones')));
-- The author may withdraw an objection, and others may answer it. One policy covers both cases, because PostgreSQL combines
-- policies with OR: with two, a row admitted by one could be changed to what the other permits.
create policy settle on attendance_objections for update to muster_app
  using (state = 'open' and (user_id = (select actor_id())
    or zone_id in (select actor_zones_with('edit_zones')) and zone_id in (select actor_zones_with('view_attendance'))))
  with check (case when user_id = (select actor_id()) then state = 'withdrawn' and answer = '' and answered_by is null
    else state in ('accepted', 'declined') and answered_by = (select actor_id()) end);
grant select, insert (request_id, zone_id, user_id, day, text), update (state, answer, answered_by, answered_at)
  on attendance_objections to muster_app;
