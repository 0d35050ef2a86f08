import type { Group, GroupCandidate, GroupDetail, GroupMember } from '@muster/contract/groups.ts'
import { toExcerpt } from '@muster/domain/excerpt.ts'
import { type PersonNameLookup, toDisplayName } from '../../db/person-names.ts'
import type { GroupRow, ListedGroupRow } from './groups.queries.ts'
import type { CandidateRow, MemberRow } from './members.queries.ts'

type LinkTo = (path: string) => string
const toLink = (path: string | null, linkTo: LinkTo) => (path === null ? null : linkTo(path))

const groupFactsView = (row: GroupRow): Omit<Group, 'lastMessage'> => ({
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

export const groupView = (row: ListedGroupRow, toPerson: PersonNameLookup): Group => ({
  ...groupFactsView(row),
  lastMessage:
    row.last_message_number === null
      ? null
      : {
          number: row.last_message_number,
          senderId: row.last_sender_id,
          senderName: toPerson(row.last_sender_id).name,
          text: toExcerpt(row.last_text ?? ''),
          fileName: row.last_file_name,
          isDeleted: row.last_deleted_at !== null,
        },
})

export const groupDetailView = (row: GroupRow): GroupDetail => ({
  ...groupFactsView(row),
  zoneStatus: row.zone_status,
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
