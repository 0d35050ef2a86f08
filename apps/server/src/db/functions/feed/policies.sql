-- Every change writes events. Only the feed reader, which runs as the owner and checks who may see each topic, reads them.
create policy owner_only on feed_events using (false);
create policy owner_only on feed_floor using (false);
