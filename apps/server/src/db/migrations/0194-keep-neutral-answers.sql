-- An answer with words of the plan, such as "I'm on my way", which changes no state.
alter table emergency_claims
  add column words text not null default '' check (length(words) <= 40),
  drop constraint emergency_claims_state_check,
  add constraint emergency_claims_state_check
    check (state in ('missing', 'help', 'safe', 'elsewhere', 'not_on_site', 'neutral')),
  add constraint emergency_claims_words check ((state = 'neutral') = (words <> ''));

-- The neutral answer of a person who said nothing else since (domain/emergency.ts).
alter table emergency_people
  add column answer text not null default '' check (length(answer) <= 40),
  add column answered_at timestamptz;
