-- Creates the profile of a new sign-in, with the PIN and the location consent given at sign-up, in the same statement, so that none
-- of them exists without the others.
create function create_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_profiles (id, email, first_name, last_name, phone, date_of_birth, role, user_code, language)
  values (
    new.id, new.email,
    coalesce(new.sign_up ->> 'firstName', ''), coalesce(new.sign_up ->> 'lastName', ''),
    nullif(new.sign_up ->> 'phone', ''), (new.sign_up ->> 'dateOfBirth')::date,
    coalesce(new.sign_up ->> 'role', 'app_user'), new.sign_up ->> 'userCode',
    new.sign_up ->> 'language');
  if new.sign_up ? 'pinHash' then
    insert into entry_pins (user_id, pin_hash) values (new.id, new.sign_up ->> 'pinHash');
  end if;
  -- The sign-up screen states what is recorded, so creating the account gives the consent.
  if new.sign_up ? 'consent' then
    insert into consents (user_id, decision, text_version, retention_days, asked_at)
    values (new.id, 'given', (new.sign_up -> 'consent' ->> 'version')::int, (new.sign_up -> 'consent' ->> 'retentionDays')::int,
      new.sign_up -> 'consent' ->> 'askedAt');
    insert into security_events (event_type, description, actor_id, affected_user_id)
    values ('user_action_consent_given', 'Agreed to being located.', new.id, new.id);
  end if;
  new.sign_up := null;
  return new;
end $$;
create trigger create_profile before insert on auth.users for each row execute function create_profile();
