/** Who may follow which topic of the feed: one's own, that of the zone, and those that are of no one. As the lines of calls.generated.ts. */
export const topics: readonly string[] = [
  'everyone | signed in: all',
  'admin | signed in: super admin',
  'user | signed in: all',
  'zone | in zone: all',
  'group | signed in: nobody',
]
