-- Written by every change, read only by the feed reader (the owner), which checks who may see each topic.
create policy owner_only on feed_events using (false);
create policy owner_only on feed_floor using (false);
