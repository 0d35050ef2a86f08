-- Deletes other people's alerts that name a deleted account, such as its calls for help.
create function forget_person_of_alerts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform delete_alerts(array(select id from user_alerts where metadata ->> 'personId' = old.id::text));
  return null;
end $$;
-- The trigger's name sorts after those of the cascades: the person's own alerts are gone by then.
create trigger forget_person_of_alerts after delete on user_profiles
  for each row execute function forget_person_of_alerts();
