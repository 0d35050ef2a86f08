/** Who may follow which topic of the feed: one's own, that of the zone, and those that are of no one. As the lines of calls.ts. */
export const topics: readonly string[] = [
  'everyone | signed in: all',
  'admin | signed in: super admin',
  'user | signed in: all',
  'zone | in zone: all',
  'group | signed in: nobody',
]

/**
 * Every event: where it is heard, and which of those who follow its zone are told what it says of somebody else. Everybody is told
 * their own.
 */
export const events: readonly string[] = [
  'presence.changed | zone user | super admin client rw ro',
  'presence.amended | zone user | super admin client rw ro',
  'presence.consent | zone | super admin client rw ro',
  'presence.seen | zone | super admin client rw ro',
  'presence.located | zone | super admin rw ro',
  'presence.sharing | user zone | super admin client rw ro',
  'tracking_request.changed | user zone | super admin rw ro',
  'membership.added | zone user | super admin client rw ro',
  'membership.accepted | zone user | super admin client rw ro',
  'membership.changed | zone user | super admin client rw ro',
  'membership.removed | zone user | super admin client rw ro',
  'user.changed | user | super admin client rw ro',
  'pin.changed | user | super admin client rw ro',
  'zone.created | admin | all',
  'zone.changed | zone | all',
  'zone.suspended | zone | all',
  'zone.removed | zone admin | all',
  'entry.ended | user | nobody',
  'zone.occupancy | zone | all',
  'zone.unseen | zone | all',
  'pin.reset_asked | zone | super admin client rw',
  'session.started | user | nobody',
  'session.revoked | user | nobody',
  'map.changed | everyone | all',
  'tracker.changed | user | nobody',
  'two-step.changed | user | nobody',
  'data_download.changed | user | nobody',
  'consent.changed | user | nobody',
]
