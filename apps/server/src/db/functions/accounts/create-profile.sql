-- A new sign-in gets its profile and PIN in the same statement: there is never one without the other.
create function create_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_profiles (id, email, first_name, last_name, phone, date_of_birth, role, user_code)
  values (
    new.id, new.email,
    coalesce(new.sign_up ->> 'firstName', ''), coalesce(new.sign_up ->> 'lastName', ''),
    nullif(new.sign_up ->> 'phone', ''), (new.sign_up ->> 'dateOfBirth')::date,
    coalesce(new.sign_up ->> 'role', 'app_user'), new.sign_up ->> 'userCode');
  if new.sign_up ? 'pinHash' then
    insert into entry_pins (user_id, pin_hash) values (new.id, new.sign_up ->> 'pinHash');
  end if;
  new.sign_up := null;
  return new;
end $$;
create trigger create_profile before insert on auth.users for each row execute function create_profile();
