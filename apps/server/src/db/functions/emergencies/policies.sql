-- People who may see who is inside a zone see its emergencies with roll and claims; everybody on the roll sees the emergency, their
-- own row and what was said about them. The server writes the rows, after the permission of the call was checked.
create policy see on emergencies for select to muster_app using (
  declared_by = (select actor_id())
  or zone_id in (select actor_zones_with('view_attendance'))
  or zone_id is null and (select actor_can('view_all_zones'))
  or id in (select p.emergency_id from emergency_people p where p.user_id = (select actor_id())));
grant select on emergencies to muster_app;

create policy see_own on emergency_people for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on emergency_people for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')) or zone_id is null and (select actor_can('view_all_zones')));
grant select on emergency_people to muster_app;

create policy see_own on emergency_claims for select to muster_app using (
  claimed_by = (select actor_id())
  or roll_entry_id in (select p.id from emergency_people p where p.user_id = (select actor_id())));
create policy see_zone on emergency_claims for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')) or zone_id is null and (select actor_can('view_all_zones')));
grant select on emergency_claims to muster_app;

-- Everybody in a zone may know where to meet.
create policy see on assembly_points for select to muster_app using (zone_id in (select actor_zones_with('view_zones')));
grant select on assembly_points to muster_app;

-- Plans and drills are read by those who may see who is inside. The server writes them.
create policy see on emergency_plans for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on emergency_plans to muster_app;
create policy see_own on emergency_contacts for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on emergency_contacts for select to muster_app using (
  plan_id in (select p.id from emergency_plans p where p.zone_id in (select actor_zones_with('view_attendance'))));
grant select on emergency_contacts to muster_app;
create policy see on drill_calendars for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on drill_calendars to muster_app;
