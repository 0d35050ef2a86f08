-- Who leaves a zone gets its reports no more, and whoever has no account any more gets none: their address goes from the lists. Addresses
-- are compared as they are, because both tables keep them in small letters. What still waits to be sent is skipped without its recipient.
create function remove_leaving_recipient() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'user_profiles' then
    delete from report_recipients where email = old.email;
  else
    delete from report_recipients r using user_profiles u
      where u.id = old.user_id and r.email = u.email and r.zone_id = old.zone_id;
  end if;
  return null;
end $$;
create trigger remove_leaving_recipient after delete on zone_assignments
  for each row execute function remove_leaving_recipient();
create trigger remove_leaving_recipient after delete on user_profiles
  for each row execute function remove_leaving_recipient();
