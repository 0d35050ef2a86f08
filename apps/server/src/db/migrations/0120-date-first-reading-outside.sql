-- The first reading of a series that contradicts the state. A visit ends with it, however late the series is borne out, and by the
-- clock where a certain reading waited for a second one that never came. A certain one began to count after its own moment.
alter table presence_tracking add column pending_from timestamptz;
update presence_tracking set pending_from = least(pending_since, captured_at) where pending_since is not null;
