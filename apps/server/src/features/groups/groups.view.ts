import type { Group, GroupCandidate, GroupDetail, GroupMember } from '@muster/contract/groups.ts'
import { toDisplayName } from '../../db/person-names.ts'
import type { GroupRow } from './groups.queries.ts'
import type { CandidateRow, MemberRow } from './members.queries.ts'

type LinkTo = (path: string) => string
const toLink = (path: string | null, linkTo: LinkTo) => (path === null ? null : linkTo(path))

export const groupView = (row: GroupRow): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  members: row.members,
  lastActivity: row.last_message_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  isMember: row.is_member,
  unread: row.is_member ? row.last_number - (row.last_read ?? 0) : 0,
  muted: row.muted ?? false,
  mayRead: row.may_read,
  mayChat: row.may_chat,
  mayManage: row.may_manage,
})

export const groupDetailView = (row: GroupRow): GroupDetail => ({
  ...groupView(row),
  zoneStatus: row.zone_status as GroupDetail['zoneStatus'],
  lastNumber: row.last_number,
  // A manager who is not a member and opens the group for the first time has no unread messages.
  lastRead: row.last_read ?? row.last_number,
})

export const memberView = (row: MemberRow, linkTo: LinkTo): GroupMember => ({
  id: row.id,
  userId: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  name: toDisplayName(row.name),
  email: row.email,
  role: row.role as GroupMember['role'],
  profileImageUrl: toLink(row.profile_image, linkTo),
  addedAt: row.added_at.toISOString(),
})

export const candidateView = (row: CandidateRow, linkTo: LinkTo): GroupCandidate => ({
  userId: row.user_id,
  name: toDisplayName(row.name),
  email: row.email,
  role: row.role as GroupCandidate['role'],
  profileImageUrl: toLink(row.profile_image, linkTo),
  isMember: row.is_member,
})
