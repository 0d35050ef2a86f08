-- The language of a plan's texts for everybody. Null: one that the app does not have, or unknown.
alter table emergency_plans add column language text check (length(language) <= 20);

-- Plans name only assembly points that their zone has.
update emergency_plans p set point_names = array(
  select named.name from unnest(p.point_names) with ordinality named (name, position)
    join assembly_points a on a.zone_id = p.zone_id and a.name = named.name order by named.position)
where p.point_names <> '{}';
