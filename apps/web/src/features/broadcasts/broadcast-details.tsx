import { i18n } from '@lingui/core'
import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Group, Stack, Text } from '@mantine/core'
import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { roleLabel } from '@muster/domain/role.ts'
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { formatList } from '../../lib/format-list.ts'
import { formatAbsolute } from '../../lib/format-time.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Name } from '../../ui/people/name.tsx'
import { AttachmentList } from '../files/public.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { StateTag } from './broadcast-card.tsx'
import { BroadcastProgress } from './broadcast-progress.tsx'
import { targetGroupName } from './broadcast-words.ts'
import { EditBroadcastDialog, isEditable } from './edit-broadcast-dialog.tsx'
import type { Recipients } from './recipient-list.tsx'
import { hasEditDraft } from './use-broadcast-draft.ts'
import { useMarkSeen } from './use-mark-seen.ts'

type Props = { broadcast: BroadcastDetail; recipients: Recipients }

export function BroadcastDetails({ broadcast, recipients }: Props) {
  const { message, priority, attachment, targetGroups, targetRoles, sentAt, sendAt, state } = broadcast
  useMarkSeen(broadcast)
  return (
    <Stack>
      <Group gap="xs">
        <LevelBadge level={priority} />
        <StateTag broadcast={broadcast} />
      </Group>
      <Text style={{ whiteSpace: 'pre-wrap' }} dir="auto">
        {message}
      </Text>
      <AnswerButtons broadcast={broadcast} />
      {attachment && (
        <Flex component="section" direction="column" gap="xs" aria-label={t`Attachment`}>
          <Text component="h3" fw={600}>
            {t`Attachment`}
          </Text>
          <AttachmentList
            files={[attachment]}
            fetchLinks={() => api.broadcasts.fileLink({ broadcastId: broadcast.id })}
            words={{ done: t`File downloaded successfully`, failed: t`Failed to download file` }}
          />
        </Flex>
      )}
      {broadcast.figures && state === 'sent' && (
        <BroadcastProgress broadcast={broadcast} figures={broadcast.figures} recipients={recipients} />
      )}
      <Facts>
        <Fact name={t`From`}>
          <Name>{broadcast.senderName}</Name>
        </Fact>
        <Fact name={t`Zone`}>
          <Name>{broadcast.zoneName ?? t`All zones`}</Name>
        </Fact>
        <Fact name={t`Target groups`}>
          {targetGroups.length > 0 ? (
            <Name>{formatList(targetGroups.map(targetGroupName))}</Name>
          ) : (
            t`All users`
          )}
        </Fact>
        <Fact name={t`Target roles`}>
          {targetRoles.length > 0
            ? formatList(targetRoles.map(role => i18n._(roleLabel(role))))
            : t`All roles`}
        </Fact>
        {broadcast.insideOnly && (
          <Fact name={t`Presence`}>
            {state === 'scheduled'
              ? t`Only people inside when it’s sent`
              : t`Only people inside when it was sent`}
          </Fact>
        )}
        <Fact name={state === 'scheduled' ? t`Scheduled for` : t`Sent`}>
          {state === 'recalled'
            ? t`Recalled before it was sent`
            : formatAbsolute(new Date(sentAt ?? sendAt ?? broadcast.createdAt))}
        </Fact>
      </Facts>
      <SenderButtons broadcast={broadcast} />
    </Stack>
  )
}

/** Buttons that edit or recall a scheduled broadcast. After it has been sent, a button opens edits that were never saved. */
function SenderButtons({ broadcast }: Pick<Props, 'broadcast'>) {
  const { userId } = useMe()
  const [isEditing, setIsEditing] = useState(false)
  const isScheduled = broadcast.state === 'scheduled'
  const hasLostChanges = !isScheduled && hasEditDraft(broadcast.id, userId)
  const editLabel = isEditable(broadcast) ? t`Edit` : hasLostChanges ? t`Unsaved changes` : undefined
  const mayRecall = broadcast.mayManage && isScheduled
  return (
    <>
      {(editLabel || mayRecall) && (
        <Group gap="xs">
          {editLabel && (
            <Button variant="default" icon={IconPencil} onClick={() => setIsEditing(true)}>
              {editLabel}
            </Button>
          )}
          {mayRecall && <RecallButton broadcast={broadcast} />}
        </Group>
      )}
      <EditBroadcastDialog broadcast={broadcast} opened={isEditing} onClose={() => setIsEditing(false)} />
    </>
  )
}

function RecallButton({ broadcast }: { broadcast: BroadcastDetail }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" icon={IconArrowBackUp} points onClick={() => setOpened(true)}>
        {t`Recall`}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t`Recall this broadcast?`}
        confirmLabel={t`Recall`}
        workingLabel={t`Recalling…`}
        onConfirm={() => api.broadcasts.recall({ broadcastId: broadcast.id })}
        failure={t`The broadcast couldn’t be recalled. Try again.`}
        done={t`Broadcast recalled`}
        invalidates={[orpc.broadcasts.key()]}
      >
        <Trans>
          “<Name>{ph({ title: broadcast.title })}</Name>” won’t be sent.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
