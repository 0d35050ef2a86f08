-- The number of people inside counts everybody once, by phone, badge or as a visitor. By phone, it changes with the readings; the
-- others are counted from people_inside() when something about them changes, and by the clock.
alter table zones add column phone_occupancy integer not null default 0 check (phone_occupancy >= 0);
alter table zones add column badge_occupancy integer not null default 0 check (badge_occupancy >= 0);
alter table zones add column visitor_occupancy integer not null default 0 check (visitor_occupancy >= 0);
update zones set phone_occupancy = current_occupancy where current_occupancy > 0;
alter table zones drop column current_occupancy;
alter table zones add column current_occupancy integer not null
  generated always as (phone_occupancy + badge_occupancy + visitor_occupancy) stored;
-- Those of the unseen people who are inside by badge.
alter table zones add column badge_unseen integer not null default 0 check (badge_unseen >= 0);
