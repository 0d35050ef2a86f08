-- Ten a person (packages/domain/src/tracker.ts), whoever adds them. The lock makes two that come at once count one after the other.
create function few_trackers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 10;
begin
  perform from user_profiles where id = new.user_id for no key update;
  if (select count(*) from trackers where user_id = new.user_id) >= most then
    raise check_violation using message = 'one person has so many trackers and no more.';
  end if;
  return new;
end $$;
create trigger few_trackers before insert on trackers for each row execute function few_trackers();
