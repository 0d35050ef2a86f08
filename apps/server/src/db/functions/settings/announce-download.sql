create function announce_download() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its data_downloads := case when tg_op = 'DELETE' then old else new end;
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || its.user_id, 'data_download.changed', jsonb_build_object('userId', its.user_id,
    'download', case when tg_op <> 'DELETE' then jsonb_build_object('id', its.id, 'state', its.state, 'percent', its.percent,
      'bytes', its.bytes, 'requestedAt', wire_time(its.requested_at), 'readyAt', wire_time(its.ready_at),
      'expiresAt', wire_time(its.expires_at)) end));
  return null;
end $$;
create trigger announce_download_begins after insert on data_downloads
  for each row execute function announce_download();
create trigger announce_download_changed after update on data_downloads
  for each row when ((old.state, old.percent) is distinct from (new.state, new.percent)) execute function announce_download();
create trigger announce_download_gone after delete on data_downloads
  for each row execute function announce_download();

-- Queues the file for removal when its row is deleted, even if it was deleted with the account.
create function note_removed_download() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_files (path) values (old.path) on conflict do nothing;
  return null;
end $$;
create trigger note_removed_download after delete on data_downloads
  for each row when (old.path is not null) execute function note_removed_download();
