-- Whoever creates a group is in it. Those who created one before join it now if they still manage the groups of its zone, and so can read
-- it already; what was written until now counts as read.
with joined as (
  insert into group_members (group_id, zone_id, user_id, added_by)
    select g.id, g.zone_id, g.created_by, g.created_by
    from groups g
      join zone_assignments a on a.zone_id = g.zone_id and a.user_id = g.created_by
    where a.role = 'zone_manager_rw' and a.accepted_at is not null
      and not exists (select from zone_permissions c where c.user_id = a.user_id and c.zone_id = a.zone_id
        and c.permission = 'manage_groups' and not c.granted)
      and (select count(*) from group_members m where m.group_id = g.id) < 1000
  on conflict do nothing
  returning group_id, user_id)
insert into group_reads (group_id, user_id, last_read, alerted)
  select g.id, j.user_id, g.last_number, g.last_number from joined j join groups g on g.id = j.group_id
on conflict do nothing;
