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
-- Those who are inside now, as people_inside() counts them, so that nobody is told that a zone has become empty.
update zones z set visitor_occupancy = n.visitors
from (select zone_id, count(*)::int as visitors from visitor_visits where signed_in_at is not null and signed_out_at is null group by 1) n
where n.zone_id = z.id;
update zones z set badge_occupancy = n.badges
from (
  select s.zone_id, count(distinct coalesce(b.user_id::text, s.number))::int as badges
  from badge_states s left join badges b on b.zone_id = s.zone_id and b.number = s.number
  where s.direction = 'in' and s.dismissed_at is null and s.at > now() - interval '72 hours'
    and not exists (select from presence_tracking p where p.user_id = b.user_id and p.zone_id = s.zone_id and p.is_inside_zone)
    and (b.user_id is not null or not exists (
      select from visitor_visits v where v.zone_id = s.zone_id and v.badge = s.number and v.badge <> '' and v.signed_in_at is not null
        and (v.signed_out_at is null or v.ended <> 'end_of_day' and v.signed_out_at >= s.at)))
  group by 1) n
where n.zone_id = z.id;
