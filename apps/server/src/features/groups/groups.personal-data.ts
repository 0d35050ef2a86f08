import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const groupsPersonalData: readonly PersonalList[] = [
  {
    name: 'groups-created',
    says: msg`Groups you created.`,
    table: 'groups',
    of: 'created_by',
    order: 'created_at, id',
    leftOut: {
      'counts messages of everybody': ['last_number'],
      'about messages of everybody': ['last_message_at'],
      'about reading by everybody': ['reads_told_at'],
    },
  },
  {
    name: 'group-memberships',
    says: msg`Groups you are in, and when you added someone to a group.`,
    table: 'group_members',
    kind: 'memberships',
    counted: 'user_id = me',
    of: { user_id: 'about_me', added_by: 'added_by_me' },
    order: 'added_at, id',
  },
  {
    name: 'group-messages',
    says: msg`Your messages in groups.`,
    table: 'group_messages',
    kind: 'messages',
    counted: 'sender_id = me',
    of: 'sender_id',
    order: 'group_id, number',
    leftOut: { 'a path in the file store': ['file_url'] },
  },
  {
    name: 'group-files',
    says: msg`Files you shared in groups. You can open them there.`,
    table: 'group_files',
    kind: 'messages',
    counted: 'uploaded_by = me',
    of: 'uploaded_by',
    order: 'created_at, id',
    leftOut: { 'a path in the file store': ['file_url'] },
  },
  {
    name: 'group-reactions',
    says: msg`Your reactions to messages.`,
    table: 'group_reactions',
    kind: 'answers',
    counted: 'user_id = me',
    of: 'user_id',
    order: 'created_at, message_id, emoji',
  },
  {
    name: 'group-reads',
    says: msg`How far you have read in each group, and which groups you muted.`,
    table: 'group_reads',
    kind: 'answers',
    of: 'user_id',
    order: 'group_id',
    leftOut: { 'detects an alert that was raised already': ['alerted'] },
  },
]
