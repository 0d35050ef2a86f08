-- The list of all zones, newest first, a page at a time (listZones): two zones may be of one moment.
create index zones_newest on zones (created_at desc, id desc);
drop index zones_created_at;
