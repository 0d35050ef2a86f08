-- People see only their own downloads, and even administrators do not see other people's. Only the server writes downloads.
create policy see_own on data_downloads for select to muster_app using (user_id = (select actor_id()));
grant select on data_downloads to muster_app;
create policy owner_only on removed_files using (false);
create policy owner_only on past_memberships using (false);
