-- The emergency that a notification is a finding of, for everybody who may see the notification, whatever they may see of the emergency.
create function finding_origin(its_hazard uuid)
  returns table (emergency_id uuid, drill boolean, kind text, zone_name text, declared_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.drill, e.kind, z.name, e.declared_at
    from emergency_findings f
      join hazards h on h.id = f.hazard_id
      join emergencies e on e.id = f.emergency_id
      left join zones z on z.id = e.zone_id
    where f.hazard_id = its_hazard and (h.zone_id in (select actor_zones_with('view_hazards'))
      or (select actor_id()) in (h.reported_by, h.assignee_id) and h.zone_id in (select actor_zones_with('view_own_hazards')))
$$;
