-- The last decision about being located stands beside the state: whoever did not agree has no last position to show.
alter table presence_tracking add column consent text check (consent in ('given', 'withdrawn'));
update presence_tracking p set consent = (
  select decision from consents c where c.user_id = p.user_id order by c.decided_at desc, c.id desc limit 1);
-- Visits first: they end for those whose state says that they are inside.
update presence_history h set exit_time = greatest(now(), h.entry_time),
  duration_minutes = floor(extract(epoch from greatest(now(), h.entry_time) - h.entry_time) / 60)
from presence_tracking p
where p.user_id = h.user_id and p.zone_id = h.zone_id and p.consent is distinct from 'given' and h.exit_time is null;
update presence_tracking set is_inside_zone = false, latitude = null, longitude = null, accuracy_meters = null,
  tracking_source = null, mock = null, entry_time = null, exit_time = now(), captured_at = null, received_at = null,
  pending_inside = null, pending_since = null
where consent is distinct from 'given' and captured_at is not null;
alter table presence_tracking add check (consent is not distinct from 'given' or (not is_inside_zone and captured_at is null
  and latitude is null and longitude is null));
-- Counted anew, whether the trigger that counts stands now or not.
update zones z set current_occupancy = n.inside, unseen_occupancy = least(z.unseen_occupancy, n.inside)
from (select z.id, count(*) filter (where p.is_inside_zone)::int as inside
  from zones z left join presence_tracking p on p.zone_id = z.id group by z.id) n
where n.id = z.id and z.current_occupancy <> n.inside;

-- Memberships that ended, for as long as somebody is told who looked at a zone while they belonged to it. The zone may be gone.
create table past_memberships (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references user_profiles (id) on delete cascade,
  zone_id uuid not null,
  accepted_at timestamptz not null,
  ended_at timestamptz not null default now()
);
create index past_memberships_user on past_memberships (user_id, zone_id);
-- The clock drops what nobody is told any more.
create index past_memberships_ended on past_memberships (ended_at);
alter table past_memberships enable row level security;
