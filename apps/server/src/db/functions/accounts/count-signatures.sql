-- Passkey devices count their signatures, and a counter that does not increase indicates a cloned key. A trigger checks the
-- counter, so that concurrent updates are compared one after the other. Devices without a counter send 0.
create function only_count_on() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'this passkey has counted further' using errcode = 'check_violation';
end $$;
create trigger only_count_on before update of counter on auth.passkeys
  for each row when (old.counter > 0 and new.counter <= old.counter) execute function only_count_on();
