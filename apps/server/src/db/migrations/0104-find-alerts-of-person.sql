-- forget_person_of_alerts
create index user_alerts_person on user_alerts ((metadata ->> 'personId')) where metadata ->> 'personId' is not null;
delete from user_alerts a where metadata ->> 'personId' is not null
  and not exists (select from user_profiles u where u.id::text = a.metadata ->> 'personId');
