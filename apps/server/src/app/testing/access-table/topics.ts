/**
 * Followers of each topic of the feed: their own, that of the zone, and the general ones. In the notation of calls.generated.ts.
 */
export const topics: readonly string[] = [
  'everyone | signed in: all',
  'admin | signed in: super admin',
  'user | signed in: all',
  'zone | in zone: all',
  'group | signed in: nobody',
]
