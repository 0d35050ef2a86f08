-- The names of the groups a broadcast is for, in the order of target_groups: they outlive the groups. Empty where the group was gone
-- before names were kept.
alter table broadcasts add column target_group_names text[] not null default '{}'
  check (cardinality(target_group_names) <= 50 and pg_column_size(target_group_names) <= 32768);
update broadcasts set target_group_names = array(
  select coalesce(g.name, '') from unnest(target_groups) with ordinality as target (id, place) left join groups g using (id) order by place)
where target_groups <> '{}';

-- listBroadcasts, of a zone and of all: in the order in which they went out, those that did not by when they were written.
drop index broadcasts_zone_newest, broadcasts_newest;
create index broadcasts_zone_newest on broadcasts (zone_id, coalesce(sent_at, created_at) desc, id desc);
create index broadcasts_newest on broadcasts (coalesce(sent_at, created_at) desc, id desc);
