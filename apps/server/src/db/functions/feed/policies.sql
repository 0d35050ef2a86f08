-- Every change writes events; only the feed reader (the owner) reads them, and checks who may see each topic.
create policy owner_only on feed_events using (false);
create policy owner_only on feed_floor using (false);
