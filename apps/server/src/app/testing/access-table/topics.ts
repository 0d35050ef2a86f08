/**
 * The people who may follow each topic of the feed: their own, the zone's, and general ones. The lines have the format of
 * calls.generated.ts.
 */
export const topics: readonly string[] = [
  'everyone | signed in: all',
  'admin | signed in: super admin',
  'user | signed in: all',
  'zone | in zone: all',
  'group | signed in: nobody',
]
