-- The contract holds these formats for everything that comes in. The tables keep lengths, keys, single lines and stored paths.
alter table zones drop constraint updated_at_sayable;
alter table user_profiles drop constraint updated_at_sayable, drop constraint skills_whole;
alter table presence_sharing drop constraint paused_at_sayable;
alter table location_tracking_requests drop constraint answered_at_sayable;
alter table webhooks drop constraint address_web, drop constraint zone_ids_whole, drop constraint kinds_known;
alter table security_events drop constraint ids_usual, drop constraint metadata_object;
alter table data_breach_notifications drop constraint id_usual, drop constraint metadata_object;
