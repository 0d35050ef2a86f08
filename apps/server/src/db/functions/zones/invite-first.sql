-- A membership created by somebody else is only an invitation until the person enters the zone. Until then, the zone's managers see
-- only their name and code, readings count there only if they name the zone, and the membership grants nothing but seeing the zone.
-- The zone's creator and people without an `assigned_by` are members immediately.
create function invite_first() returns trigger language plpgsql as $$
begin
  if new.assigned_by <> new.user_id then
    new.accepted_at := null;
  end if;
  return new;
end $$;
create trigger invite_first before insert on zone_assignments for each row execute function invite_first();

-- Accepts the actor's invitation, and returns true if there was one. For roles that enter by PIN, the entry accepts it instead
-- (accept-invitation.ts).
create function accept_invitation(target_zone uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update zone_assignments a set accepted_at = now()
    where a.zone_id = target_zone and a.user_id = actor_id() and a.accepted_at is null
      and a.role not in ('zone_manager_rw', 'zone_manager_ro', 'app_user');
  return found;
end $$;

-- Declines the actor's invitation, which ends the membership. For a day, only internal administrators can invite the person to the
-- zone again. Returns false if there was no open invitation.
create function decline_invitation(target_zone uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The profile is locked first, as when an account is deleted: the other order could deadlock with a deletion.
  perform from user_profiles u where u.id = actor_id() for key share;
  delete from zone_assignments a where a.zone_id = target_zone and a.user_id = actor_id() and a.accepted_at is null;
  if not found then
    return false;
  end if;
  delete from declined_invitations d where d.user_id = actor_id() and d.declined_at < now() - interval '1 day';
  insert into declined_invitations (user_id, zone_id) values (actor_id(), target_zone)
  on conflict (user_id, zone_id) do update set declined_at = now();
  return true;
end $$;
