-- Requests write the names of a plan's points: 20 names of up to 80 characters.
alter table emergency_plans add constraint point_names_size check (pg_column_size(point_names) <= 8192);
