-- The push subscriptions an urgent delivery still has to try, where others took it and these were paused. Null: all of the person.
alter table alert_deliveries add column devices uuid[] check (cardinality(devices) <= 100 and pg_column_size(devices) <= 4096);
