/**
 * The people who may follow each of the feed's topics: general ones, the person's own, a zone's and a group's. The lines have the
 * format of calls.generated.ts.
 */
export const topics: readonly string[] = [
  'everyone | signed in: all',
  'admin | signed in: super admin',
  'user | signed in: all',
  'zone | in zone: all',
  'group | signed in: nobody',
]
