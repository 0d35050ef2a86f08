create function forget_person_of_alerts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform delete_alerts(array(
    select id from user_alerts where metadata ->> 'personId' = old.id::text
    union select id from user_alerts where metadata ? 'personIds' and metadata -> 'personIds' ? old.id::text));
  return null;
end $$;
-- The trigger's name sorts after the cascades' names, so the person's own alerts are already gone.
create trigger forget_person_of_alerts after delete on user_profiles
  for each row execute function forget_person_of_alerts();
