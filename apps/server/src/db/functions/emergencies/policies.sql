-- People who may see who is inside a zone see its emergencies, but of the roll and the claims only those of their zones; captains see
-- the same while the emergency is open. Everybody on the roll sees the emergency, their own row and what was said about them. People
-- who may send broadcasts in a zone prepare its emergencies. What happens in one is written by the server only, because it concerns
-- everybody on the roll.
create policy see on emergencies for select to muster_app using (
  declared_by = (select actor_id())
  or (select actor_can('view_all_zones'))
  or id in (select z.emergency_id from emergency_zones z where z.zone_id in (select actor_zones_with('view_attendance')))
  or id in (select actor_captain_emergencies())
  or id in (select p.emergency_id from emergency_people p where p.user_id = (select actor_id())));
grant select on emergencies to muster_app;

create policy see on emergency_zones for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance'))
  or zone_id is null and (select actor_can('view_all_zones'))
  or zone_id in (select actor_captain_zones()) and emergency_id in (select actor_captain_emergencies()));
grant select on emergency_zones to muster_app;

create policy see_own on emergency_people for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on emergency_people for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')) or zone_id is null and (select actor_can('view_all_zones')));
create policy see_as_captain on emergency_people for select to muster_app using (
  zone_id in (select actor_captain_zones()) and emergency_id in (select actor_captain_emergencies()));
grant select on emergency_people to muster_app;

create policy see_own on emergency_claims for select to muster_app using (
  claimed_by = (select actor_id())
  or roll_entry_id in (select p.id from emergency_people p where p.user_id = (select actor_id())));
create policy see_zone on emergency_claims for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')) or zone_id is null and (select actor_can('view_all_zones')));
create policy see_as_captain on emergency_claims for select to muster_app using (
  zone_id in (select actor_captain_zones()) and emergency_id in (select actor_captain_emergencies()));
grant select on emergency_claims to muster_app;

create policy see on assembly_points for select to muster_app using (zone_id in (select actor_zones_with('view_zones')));
create policy keep on assembly_points to muster_app using (zone_id in (select actor_zones_with('broadcast')));
grant select, insert (zone_id, name, latitude, longitude, radius_meters), delete on assembly_points to muster_app;

create policy see_own on zone_captains for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on zone_captains for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
create policy keep on zone_captains to muster_app using (zone_id in (select actor_zones_with('broadcast')));
create policy appoint on zone_captains as restrictive for insert to muster_app with check (appointed_by = (select actor_id()));
grant select, insert (user_id, zone_id, appointed_by), delete on zone_captains to muster_app;

-- Findings are visible to people who may see who is inside the zone concerned, and the hazard.
create policy see on emergency_findings for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')) and hazard_id in (select h.id from hazards h));
grant select on emergency_findings to muster_app;

create policy see_own on zone_uncounted_people for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on zone_uncounted_people for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')));
create policy keep on zone_uncounted_people to muster_app using (zone_id in (select actor_zones_with('broadcast')));
create policy add on zone_uncounted_people as restrictive for insert to muster_app with check (added_by = (select actor_id()));
grant select, insert (user_id, zone_id, reason, added_by), update (reason), delete on zone_uncounted_people to muster_app;

create policy see_own on emergency_leavers for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on emergency_leavers for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')) or zone_id is null and (select actor_can('view_all_zones')));
create policy see_as_captain on emergency_leavers for select to muster_app using (
  zone_id in (select actor_captain_zones()) and emergency_id in (select actor_captain_emergencies()));
grant select on emergency_leavers to muster_app;

-- Plans and drills are read by those who may see who is inside. The server writes plans, whose contacts may be people whom their author
-- does not see; they follow the names of the zone's points.
create policy see on emergency_plans for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
create policy name_points on emergency_plans for update to muster_app using (zone_id in (select actor_zones_with('broadcast')));
grant select, update (point_names, updated_at) on emergency_plans to muster_app;
create policy see_own on emergency_contacts for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on emergency_contacts for select to muster_app using (
  plan_id in (select p.id from emergency_plans p where p.zone_id in (select actor_zones_with('view_attendance'))));
grant select on emergency_contacts to muster_app;
create policy see on drill_calendars for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
create policy keep on drill_calendars to muster_app using (zone_id in (select actor_zones_with('broadcast')));
grant select, insert (zone_id, every_months, since, last_drill_at, time_zone, due_on),
  update (every_months, last_drill_at, time_zone, due_on), delete on drill_calendars to muster_app;

-- Who is not there, who has seen a call for help and who is going to it, is read by those who account for the zone.
create policy see_own on emergency_absences for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on emergency_absences for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on emergency_absences to muster_app;

create policy see_own on emergency_help_views for select to muster_app using (user_id = (select actor_id()));
grant select on emergency_help_views to muster_app;

create policy see_own on emergency_helpers for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on emergency_helpers for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')) or zone_id is null and (select actor_can('view_all_zones')));
create policy see_as_captain on emergency_helpers for select to muster_app using (
  zone_id in (select actor_captain_zones()) and emergency_id in (select actor_captain_emergencies()));
grant select on emergency_helpers to muster_app;
