-- Gives a new message the group's next number, and marks everything up to it as read by its sender. The group stays locked until
-- the commit, so the feed has the messages in the same order. A repeated request takes no number and adds no row.
create function number_message() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from groups where id = new.group_id for no key update;
  if exists (select from group_messages where sender_id = new.sender_id and request_id = new.request_id) then
    return null;
  end if;
  update groups set last_number = last_number + 1, last_message_at = now() where id = new.group_id
    returning last_number into new.number;
  insert into group_reads (group_id, user_id, last_read) values (new.group_id, new.sender_id, new.number)
    on conflict (group_id, user_id) do update set last_read = excluded.last_read;
  return new;
end $$;
create trigger number_message before insert on group_messages for each row execute function number_message();

-- Returns true if the group's screens should be notified of read progress now, which is at most once every two seconds. It skips a
-- locked group: a sender who has locked it may be waiting for the reader's row.
create function claim_read_event(target_group uuid) returns boolean
language sql volatile security definer set search_path = public, pg_temp as $$
  update groups set reads_told_at = clock_timestamp() where id = (
    select id from groups
      where id = target_group and coalesce(reads_told_at, '-infinity') < clock_timestamp() - interval '2 seconds'
      for no key update skip locked)
  returning true
$$;
revoke execute on function claim_read_event(uuid) from public;
grant execute on function claim_read_event(uuid) to muster_app;
