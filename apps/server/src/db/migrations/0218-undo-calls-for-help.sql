-- A claim that takes back the call for help with that request id, which was made shortly before by mistake. Both rows stay.
alter table emergency_claims
  add column undoes uuid,
  drop constraint emergency_claims_state_check,
  add constraint emergency_claims_state_check
    check (state in ('missing', 'help', 'safe', 'elsewhere', 'not_on_site', 'neutral', 'undone')),
  add constraint emergency_claims_undoes check ((state = 'undone') = (undoes is not null));
