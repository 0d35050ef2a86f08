-- What others read in lists, mails and files stands on one line, also for who gets past the program. What was written before is mended
-- first: a row that breaks its rule could be changed in nothing any more, not even in how many are inside.
update user_profiles set
  first_name = btrim(regexp_replace(first_name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  last_name = btrim(regexp_replace(last_name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')),
  phone = nullif(btrim(regexp_replace(phone, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''),
  emergency_contact_name = nullif(btrim(regexp_replace(emergency_contact_name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''),
  emergency_contact_phone = nullif(btrim(regexp_replace(emergency_contact_phone, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''),
  emergency_contact_relationship =
    nullif(btrim(regexp_replace(emergency_contact_relationship, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), '')
where concat_ws('', first_name, last_name, phone, emergency_contact_name, emergency_contact_phone, emergency_contact_relationship)
  ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update zones set name = coalesce(nullif(btrim(regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), 'Zone')
  where name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update trackers set name = coalesce(nullif(btrim(regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), 'App')
  where name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update webhooks set name = coalesce(nullif(btrim(regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), 'Webhook')
  where name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';

alter table user_profiles add constraint one_line check (
  first_name || last_name || coalesce(phone, '') || coalesce(emergency_contact_name, '') || coalesce(emergency_contact_phone, '')
    || coalesce(emergency_contact_relationship, '') !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
alter table zones add constraint one_line check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
alter table trackers add constraint one_line check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
alter table webhooks add constraint one_line check (name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
