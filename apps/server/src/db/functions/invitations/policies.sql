-- People who may add others to a zone see its invitations. Only the server writes, because requests may not read the hashes.
create policy see on zone_invitations for select to muster_app using (zone_id in (select actor_zones_with('link_users')));
grant select (id, zone_id, invited_by, role, email, days, max_uses, uses, created_at, expires_at, mailed_at, revoked_at)
  on zone_invitations to muster_app;

create policy see_own on zone_invitation_uses for select to muster_app using (user_id = (select actor_id()));
create policy see_of_zone on zone_invitation_uses for select to muster_app using (
  invitation_id in (select id from zone_invitations));
grant select on zone_invitation_uses to muster_app;

create policy owner_only on declined_invitations using (false);
