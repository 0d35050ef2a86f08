import type { FeedViewer } from './event-rules.ts'

type WithProfileImage = { readonly profileImageUrl: string | null }

/** Replaces a picture's stored path in an event with a link signed for the viewer's session. */
export const withLink = <M extends WithProfileImage>(member: M, { linkTo }: FeedViewer): M =>
  member.profileImageUrl === null ? member : { ...member, profileImageUrl: linkTo(member.profileImageUrl) }
