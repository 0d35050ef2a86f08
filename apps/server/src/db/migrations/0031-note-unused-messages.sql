-- The last message of a tracker that was acknowledged but not used: why (packages/domain/src/tracker.ts names the reasons), when, and
-- whether a later one was used. Nothing of what it said is kept.
alter table trackers
  add column unused_reason text check (unused_reason in ('unreadable', 'encrypted', 'no_position', 'accuracy_invalid',
    'too_inaccurate', 'no_time', 'too_old', 'in_future', 'consent_withdrawn', 'consent_needed')),
  add column unused_at timestamptz,
  add column later_used boolean not null default false,
  add constraint unused_whole check ((unused_reason is null) = (unused_at is null));
