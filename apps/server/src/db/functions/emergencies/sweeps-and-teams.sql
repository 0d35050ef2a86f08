-- Everybody in a zone may know its areas. What was said about them in an emergency, and who was sent back in, is for those who see the
-- roll of the zone (policies.sql). People who may send broadcasts in a zone keep its areas; the server writes the rest.
create policy see on sweep_areas for select to muster_app using (zone_id in (select actor_zones_with('view_zones')));
create policy keep on sweep_areas to muster_app using (zone_id in (select actor_zones_with('broadcast')));
grant select, insert (id, zone_id, name, position), delete on sweep_areas to muster_app;

create policy see_zone on emergency_sweeps for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')) or zone_id is null and (select actor_can('view_all_zones')));
create policy see_as_captain on emergency_sweeps for select to muster_app using (
  zone_id in (select actor_captain_zones()) and emergency_id in (select actor_captain_emergencies()));
grant select on emergency_sweeps to muster_app;

create policy see_zone on emergency_teams for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')) or zone_id is null and (select actor_can('view_all_zones')));
create policy see_as_captain on emergency_teams for select to muster_app using (
  zone_id in (select actor_captain_zones()) and emergency_id in (select actor_captain_emergencies()));
grant select on emergency_teams to muster_app;

create policy see on emergency_team_people for select to muster_app using (team_id in (select t.id from emergency_teams t));
grant select on emergency_team_people to muster_app;
create policy see on par_rounds for select to muster_app using (team_id in (select t.id from emergency_teams t));
grant select on par_rounds to muster_app;
create policy see on par_confirmations for select to muster_app using (round_id in (select r.id from par_rounds r));
grant select on par_confirmations to muster_app;

-- While an emergency is open, those who account for the people of a zone see what these need; nobody else, and not afterwards.
create policy own on evacuation_notes to muster_app using (user_id = (select actor_id()));
create policy see_in_emergency on evacuation_notes for select to muster_app using (user_id in (
  select p.user_id from emergency_people p join emergencies e on e.id = p.emergency_id and e.all_clear_at is null
  where p.zone_id in (select actor_zones_with('broadcast')) or p.zone_id in (select actor_captain_zones())));
grant select, insert (user_id, note), update (note, updated_at), delete on evacuation_notes to muster_app;
