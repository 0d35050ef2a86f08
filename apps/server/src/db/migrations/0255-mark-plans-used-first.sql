-- The plan of its kind that a call offers first instead of the default one; at most one for each kind and zone.
alter table emergency_plans add column used_first boolean not null default false;
create unique index emergency_plans_used_first on emergency_plans (zone_id, kind) where used_first;

-- A plan took the place of the default one of its kind. It keeps it if it is the only one and was meant so: it has the name of the
-- default plan, or people were called with it.
update emergency_plans p set used_first = true
where not exists (select from emergency_plans other where other.zone_id = p.zone_id and other.kind = p.kind and other.id <> p.id)
  and (p.name in ('Leave the site', 'Stay inside', 'Keep away', 'Are you all right?')
    or exists (select from emergencies e where e.plan_id = p.id));

-- Texts in any language, up to 20 of them.
alter table emergency_plans drop constraint emergency_plans_messages_check, drop constraint emergency_plans_answers_check,
  add constraint emergency_plans_messages_check check (jsonb_typeof(messages) = 'object' and pg_column_size(messages) <= 65536),
  add constraint emergency_plans_answers_check check (jsonb_typeof(answers) = 'object' and pg_column_size(answers) <= 65536);
alter table emergencies drop constraint emergencies_messages_check, drop constraint emergencies_answers_check,
  add constraint emergencies_messages_check check (jsonb_typeof(messages) = 'object' and pg_column_size(messages) <= 65536),
  add constraint emergencies_answers_check check (jsonb_typeof(answers) = 'object' and pg_column_size(answers) <= 65536);
