-- Takes a person's email address off a zone's report list when they leave the zone; deleting their account takes it off all lists.
-- Both tables store addresses in lower case. Emails waiting for a deleted recipient are skipped.
create function remove_leaving_recipient() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from report_recipients r using user_profiles u
    where u.id = old.user_id and r.email = u.email and r.zone_id = old.zone_id;
  return null;
end $$;
create trigger remove_leaving_recipient after delete on zone_assignments
  for each row execute function remove_leaving_recipient();

-- Takes the address of a deleted account off all lists. Anybody can sign up with somebody else's address, so if it was never
-- confirmed, this applies only to the account's zones. Runs before the delete, while the memberships still exist.
create function remove_deleted_recipient() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from report_recipients r where r.email = old.email and (old.email_verified
    or exists (select from zone_assignments a where a.user_id = old.id and a.zone_id = r.zone_id and a.accepted_at is not null));
  return old;
end $$;
create trigger remove_deleted_recipient before delete on auth.users
  for each row execute function remove_deleted_recipient();

-- Moves report emails, including pending ones, to an account's confirmed new address. If the old address was never confirmed, this
-- applies only to the account's zones, because signing up with somebody else's address must not divert their emails. If the new
-- address is already on a zone's list, one row remains, unsubscribed if either row was. If a run already has an email to the new
-- address, the pending one to the old address is skipped.
create function move_recipient() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moving uuid[] := array(select r.id from report_recipients r where r.email = old.email and (old.email_verified
    or exists (select from zone_assignments a where a.user_id = new.id and a.zone_id = r.zone_id and a.accepted_at is not null)));
begin
  update report_recipients kept set off_at = coalesce(kept.off_at, moved.off_at)
    from report_recipients moved
    where kept.email = new.email and moved.id = any(moving) and moved.zone_id = kept.zone_id;
  delete from report_recipients moved using report_recipients kept
    where moved.id = any(moving) and kept.email = new.email and kept.zone_id = moved.zone_id;
  update report_deliveries d set state = 'skipped', taken_until = null, problem = 'The new address of the recipient has this report already.'
    where d.recipient_id = any(moving) and d.state = 'waiting'
      and exists (select from report_deliveries other where other.run_id = d.run_id and other.email = new.email);
  update report_deliveries d set email = new.email where d.recipient_id = any(moving) and d.state = 'waiting';
  update report_recipients set email = new.email where id = any(moving);
  return null;
end $$;
create trigger move_recipient after update of email on auth.users
  for each row when (old.email <> new.email) execute function move_recipient();
