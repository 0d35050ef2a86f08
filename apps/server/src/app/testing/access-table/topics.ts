/**
 * The people who may follow each of the feed's topics: general ones, the person's own, those of a zone and its captains, and a group's.
 * The lines have the format of calls.generated.ts.
 */
export const topics: readonly string[] = [
  'everyone | signed in: all',
  'admin | signed in: super admin',
  // Captains are tried in feed-access.pg.test.ts.
  'captains | signed in: nobody',
  'user | signed in: all',
  'zone | in zone: all',
  'group | signed in: nobody',
]
