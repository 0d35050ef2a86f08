-- Who looks after an organisation is said of each member: a client admin who came with a zone, or as a worker, does not.
alter table client_members add column manages boolean not null default false;
update client_members m set manages = true from user_profiles u where u.id = m.user_id and u.role = 'client_admin';

-- What an administrator took away in a zone stays taken away until one gives it back, also for somebody who was removed and added
-- again; what was granted ends with the role (end_zone_permissions).
alter table zone_permissions
  drop constraint zone_permissions_user_id_zone_id_fkey,
  add foreign key (user_id) references user_profiles (id) on delete cascade,
  add foreign key (zone_id) references zones (id) on delete cascade;
