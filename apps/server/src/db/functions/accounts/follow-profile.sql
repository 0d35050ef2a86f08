-- Ends the sessions of a user who is no longer active, and announces a changed profile to the person and their zones. Zones that
-- have only invited the person are notified only when the name or the code changes, because they may see nothing else.
create function follow_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> 'active' and old.status = 'active' then
    delete from auth.sessions where user_id = new.id;
  end if;
  insert into feed_events (topic, kind, payload)
  select topic, 'user.changed', jsonb_build_object('userId', new.id,
    'person', jsonb_build_object('firstName', new.first_name, 'lastName', new.last_name, 'userCode', new.user_code),
    'member', case when entered then member_contact(new) end)
  from (
    select 'user:' || new.id as topic, true as entered
    union all
    select 'zone:' || zone_id, accepted_at is not null from zone_assignments where user_id = new.id and (accepted_at is not null
      or (new.first_name, new.last_name, new.user_code) is distinct from (old.first_name, old.last_name, old.user_code))
  ) topics;
  return new;
end $$;

create trigger follow_profile after update on user_profiles for each row execute function follow_profile();

-- Copies the profile's name to the sign-in, because emails greet people by that name.
create function follow_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update auth.users set name = new.first_name || ' ' || new.last_name where id = new.id;
  return new;
end $$;
create trigger follow_name after update of first_name, last_name on user_profiles for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function follow_name();

-- Copies a changed email address to the profile.
create function follow_email() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update user_profiles set email = new.email, updated_at = now() where id = new.id;
  return new;
end $$;
create trigger follow_email after update of email on auth.users for each row
  when (old.email is distinct from new.email) execute function follow_email();
