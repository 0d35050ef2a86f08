-- The shape of a zone, exactly as it was drawn, beside the columns that the specification names. Those follow from it
-- (functions/zones/keep-shape.sql).
alter table zones drop constraint zones_boundary_check;
alter table zones add constraint zones_boundary_check check (boundary in ('polygon', 'multipolygon', 'rectangle', 'circle'));
alter table zones add column shape jsonb;
alter table zones add column shape_version integer not null default 1 check (shape_version >= 1);

-- Which polygon of the zone, and which of its rings: the outer one first, then its holes. Both count from 1.
alter table zone_coordinates add column part integer not null default 1 check (part >= 1);
alter table zone_coordinates add column ring integer not null default 1 check (ring >= 1);

-- Every shape a zone had, the newest some hundred of them: who drew it, and when.
create table zone_shapes (
  zone_id uuid not null references zones (id) on delete cascade,
  version integer not null check (version >= 1),
  shape jsonb not null,
  changed_by uuid references user_profiles (id) on delete set null,
  changed_at timestamptz not null default now(),
  primary key (zone_id, version)
);
-- The foreign key that a deletion of an account searches.
create index zone_shapes_changed_by on zone_shapes (changed_by);
alter table zone_shapes enable row level security;

-- A polygon of fewer than three points is the box of its corners.
update zones z set
  shape = case
    when drawn.points is not null then jsonb_build_object('boundary', 'polygon', 'points', drawn.points)
    else jsonb_build_object(
      'boundary', case z.boundary when 'circle' then 'circle' else 'rectangle' end,
      'start', jsonb_build_object('lat', z.start_lat, 'lng', z.start_lng),
      'end', jsonb_build_object('lat', z.end_lat, 'lng', z.end_lng)) end,
  boundary = case when z.boundary = 'polygon' and drawn.points is null then 'rectangle' else z.boundary end
from zones self left join lateral (
  select jsonb_agg(jsonb_build_object('lat', c.latitude, 'lng', c.longitude) order by c.sequence_order) as points
  from zone_coordinates c where c.zone_id = self.id and self.boundary = 'polygon' having count(*) >= 3
) drawn on true
where self.id = z.id;
alter table zones alter column shape set not null;
insert into zone_shapes (zone_id, version, shape, changed_by, changed_at)
  select id, 1, shape, created_by, created_at from zones;

-- The version of the shape that a reading was judged by; null for readings from before there were versions.
alter table position_checks add column shape_version integer;
