-- Who asked for a position may take it back while nobody has answered.
alter table location_tracking_requests drop constraint location_tracking_requests_status_check;
alter table location_tracking_requests add constraint location_tracking_requests_status_check
  check (status in ('pending', 'accepted', 'declined', 'withdrawn'));
