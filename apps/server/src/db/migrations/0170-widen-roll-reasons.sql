-- People may be on a roll because their shift has begun, or because a badge reader saw them come in.
alter table emergency_people drop constraint emergency_people_why_check;
alter table emergency_people add constraint emergency_people_why_check check (
  why in ('inside', 'uncertain', 'not_seen', 'expected', 'off_site', 'came_later', 'visitor', 'badge', 'by_hand'));
