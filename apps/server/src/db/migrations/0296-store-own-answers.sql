-- What people on rolls said last about themselves, to the order that counts, so that boards and phones need not search their claims.
alter table emergency_people
  add column own_state text check (own_state in ('missing', 'help', 'safe', 'elsewhere', 'not_on_site', 'neutral')),
  add column own_at timestamptz,
  add constraint emergency_people_own check ((own_state is null) = (own_at is null));
update emergency_people p set own_state = its.state, own_at = its.happened_at
from (
  select distinct on (c.roll_entry_id) c.roll_entry_id, c.state, c.happened_at
  from emergency_claims c join emergencies e on e.id = c.emergency_id
  where c.how = 'own' and c.state <> 'undone' and (c.happened_at >= coalesce(e.ordered_at, e.declared_at) or c.state = 'help')
    and not exists (select from emergency_claims undo where undo.roll_entry_id = c.roll_entry_id and undo.undoes = c.request_id)
  order by c.roll_entry_id, c.happened_at desc, c.state = 'help' desc, c.request_id desc) its
where its.roll_entry_id = p.id;
