-- Who lets their own position be followed in a zone, from which session and until when. One row a person: who begins anew, on
-- another device or for another zone, ends what was before. It goes with the session and with the membership.
create table presence_sharing (
  user_id uuid primary key,
  zone_id uuid not null,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- Null while it runs.
  paused_at timestamptz,
  foreign key (user_id, zone_id) references zone_assignments (user_id, zone_id) on delete cascade,
  -- A day, and an hour for clocks that differ.
  check (ends_at > started_at and ends_at <= started_at + interval '25 hours')
);
create index presence_sharing_zone on presence_sharing (zone_id);
-- The foreign key that the end of a session searches.
create index presence_sharing_session on presence_sharing (session_id);
-- end_shared_time
create index presence_sharing_ends_at on presence_sharing (ends_at);

-- Somebody's position in a zone is asked for: by themselves, who would be followed, or by a manager, who would follow.
create table location_tracking_requests (
  id uuid primary key default uuid_v7(),
  user_id uuid not null,
  zone_id uuid not null references zones (id) on delete cascade,
  requested_by uuid not null references user_profiles (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  foreign key (user_id, zone_id) references zone_assignments (user_id, zone_id) on delete cascade,
  check ((status = 'pending') = (answered_at is null))
);
-- Asked twice, it is asked once.
create unique index location_tracking_requests_pending on location_tracking_requests (user_id, zone_id, requested_by)
  where status = 'pending';
create index location_tracking_requests_user on location_tracking_requests (user_id, created_at desc);
create index location_tracking_requests_zone on location_tracking_requests (zone_id, created_at desc);
create index location_tracking_requests_requested_by on location_tracking_requests (requested_by, created_at desc);

alter table presence_sharing enable row level security;
alter table location_tracking_requests enable row level security;
