create policy see on hazards for select to muster_app using (
  zone_id in (select actor_zones_with('view_hazards'))
  or reported_by = (select actor_id()) and zone_id in (select actor_zones_with('view_own_hazards')));
create policy report on hazards for insert to muster_app
  with check (reported_by = (select actor_id()) and zone_id in (select actor_zones_with('report_hazards')));
-- Managers may change hazards. Reporters may close their own and add files to them; owners of findings may settle them.
-- hazards.policy.ts decides the details.
create policy change on hazards for update to muster_app using (
  zone_id in (select actor_zones_with('manage_hazards'))
  or reported_by = (select actor_id()) and zone_id in (select actor_zones_with('report_hazards'))
  or assignee_id = (select actor_id()) and zone_id in (select actor_zones_with('view_own_hazards'))
    and exists (select from finding_origin(id)));
grant select, insert (request_id, title, description, severity, zone_id, reported_by, latitude, longitude, accuracy_meters,
  created_at, received_at),
  update (status, assignee_id, due_at, due_told_at, photo_urls) on hazards to muster_app;

-- Steps are visible with their hazard, and cannot be changed.
create policy see on hazard_steps for select to muster_app using (hazard_id in (select id from hazards));
create policy add on hazard_steps for insert to muster_app
  with check (actor_id = (select actor_id()) and hazard_id in (select id from hazards
    where zone_id in (select actor_zones_with('report_hazards')) or zone_id in (select actor_zones_with('manage_hazards'))
      or assignee_id = (select actor_id()) and exists (select from finding_origin(id))));
grant select, insert (hazard_id, request_id, kind, actor_id, status, assignee_id, note, at) on hazard_steps to muster_app;
