create function announce_report_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its report_runs := case when tg_op = 'DELETE' then old else new end;
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || its.asked_by, 'report_run.changed', jsonb_build_object('userId', its.asked_by, 'runId', its.id));
  return null;
end $$;
create trigger announce_report_run_begins after insert on report_runs
  for each row when (new.asked_by is not null) execute function announce_report_run();
create trigger announce_report_run_changed after update on report_runs
  for each row when (new.asked_by is not null and (old.state, old.percent) is distinct from (new.state, new.percent))
  execute function announce_report_run();
create trigger announce_report_run_gone after delete on report_runs
  for each row when (old.asked_by is not null) execute function announce_report_run();

-- Queues a file for removal when its run is deleted (with the zone, the person or the schedule, or because it expired) or gets
-- another file.
create function note_removed_report() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_files (path) values (old.path) on conflict do nothing;
  return null;
end $$;
create trigger note_removed_report after delete on report_runs
  for each row when (old.path is not null) execute function note_removed_report();
create trigger note_replaced_report after update of path on report_runs
  for each row when (old.path is not null and old.path is distinct from new.path) execute function note_removed_report();
