-- When the order of an emergency was changed last; null while it is the first one.
alter table emergencies add column ordered_at timestamptz;
-- True for a drill that a real call ended, which was not held.
alter table emergencies add column broken_off boolean not null default false;

-- A message may change the order: its kind, and the order that it replaced (kind, name of the plan, message).
alter table emergency_messages
  add column kind text check (kind in ('evacuate', 'shelter', 'keep_away', 'welfare')),
  add column replaced jsonb check (jsonb_typeof(replaced) = 'object'),
  add constraint emergency_messages_order check ((kind is null) = (replaced is null));

-- A changed order asks everybody anew, which is a line of its own between what people said before and after it.
alter table emergency_claims drop constraint emergency_claims_how_check;
alter table emergency_claims add constraint emergency_claims_how_check check (how in ('own', 'captain', 'point', 'entry', 'order'));
