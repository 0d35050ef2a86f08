-- Seals the name of a person who is put on a roll, with the reason why they do not count. The all clear seals only what changed since,
-- because sealing the names of thousands takes seconds. A trigger, because two statements put people on rolls. Rows of an import keep
-- the seals that their record covers.
create function seal_roll_name() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.name <> '' and new.name_seal is null then
    new.name_salt := gen_random_uuid();
    new.name_seal := encode(sha256(convert_to(new.name_salt || E'\n' || new.name || coalesce(E'\n' || new.uncounted_reason, ''), 'UTF8')), 'hex');
  end if;
  return new;
end $$;
create trigger seal_roll_name before insert on emergency_people for each row execute function seal_roll_name();
