-- The zones a file was allowed to be about when it was ordered. It is made of no other, and opened by who may read them all.
alter table report_runs add column zone_ids uuid[] not null default '{}';
update report_runs set zone_ids = array[zone_id] where zone_id is not null;
-- Files of all zones from before do not say which those were.
update report_runs set expires_at = now() where zone_id is null and state = 'done';
update report_runs set state = 'failed', finished_at = now(), problem = 'Please ask for this file again.'
  where zone_id is null and state in ('waiting', 'running');
