import type { FeedViewer } from './event-rules.ts'

type Pictured = { readonly profileImageUrl: string | null }

/** An event names a picture by its stored path; whoever sees the event is given a link of their own session instead. */
export const withLink = <M extends Pictured>(member: M, { linkTo }: FeedViewer): M =>
  member.profileImageUrl === null ? member : { ...member, profileImageUrl: linkTo(member.profileImageUrl) }
