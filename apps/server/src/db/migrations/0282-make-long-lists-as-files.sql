-- Lists of people that are too long for a direct download are made as report files.
alter table report_runs
  drop constraint report_runs_kind_check,
  add constraint report_runs_kind_check check (
    kind in ('attendance', 'presence', 'notifications', 'broadcasts', 'inside', 'missing')),
  add column emergency_id uuid references emergencies (id) on delete cascade,
  -- What the file of a list shows of which zones; whoever sees less of them today may not open it.
  add column reach jsonb not null default '{}',
  add constraint report_run_roll check (
    (kind = 'missing') = (emergency_id is not null)
    and (kind not in ('inside', 'missing') or format = 'pdf' and asked_by is not null)
    and (kind <> 'inside' or zone_id is not null));
create index report_runs_emergency on report_runs (emergency_id);
