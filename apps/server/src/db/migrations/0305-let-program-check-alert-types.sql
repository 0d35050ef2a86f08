-- The types stand in `packages/domain/src/alert.ts` alone: only the program writes these columns, from that list.
alter table user_alerts drop constraint user_alerts_type_check;
alter table alert_preferences drop constraint alert_preferences_type_check;
alter table alert_preferences add constraint alert_preferences_type_check check (length(type) <= 60);
