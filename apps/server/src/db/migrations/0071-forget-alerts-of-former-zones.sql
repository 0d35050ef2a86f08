-- The news of a zone goes with the membership. Until now it stayed in the inboxes of those who had left or were removed.
delete from user_alerts a
  where a.zone_id is not null and (a.type not in ('zone_assignment', 'system') or a.metadata ? 'personId')
    and not exists (select from zone_assignments m where m.user_id = a.user_id and m.zone_id = a.zone_id)
    and not exists (select from user_profiles u join role_permissions p on p.role = u.role and p.permission = 'view_all_zones'
      where u.id = a.user_id);
