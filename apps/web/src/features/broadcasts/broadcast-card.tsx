import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import type { Attachment } from '@muster/contract/stored-files.ts'
import { findMeaning } from '@muster/domain/broadcast.ts'
import { roleLabel } from '@muster/domain/role.ts'
import {
  IconClock,
  IconDownload,
  IconLifebuoy,
  IconMessageReply,
  IconUsersGroup,
  IconX,
} from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { withReference } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatList } from '../../lib/format-list.ts'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { saveFile, useFileLinks } from '../files/public.ts'
import { AnswerTag } from './answer-tag.tsx'
import { targetGroupName } from './broadcast-words.ts'

type Props = { broadcast: Broadcast; isOpen: boolean; onOpen: () => void }

export function BroadcastCard({ broadcast, isOpen, onOpen }: Props) {
  const { title, message, priority, zoneName, attachment, progress } = broadcast
  const opensDetails = useOpensDetails(isOpen)
  return (
    <Panel component="article" h="100%" data-priority={priority}>
      <Group gap="xs">
        <LevelBadge level={priority} />
        <StateTag broadcast={broadcast} />
        {progress && progress.help > 0 && (
          <Tag tone="danger" icon={IconLifebuoy}>
            {t`${plural({ count: progress.help }, { one: '# needs help', other: '# need help' })}`}
          </Tag>
        )}
      </Group>
      <h2 dir="auto">{title}</h2>
      <Text c="dimmed" lineClamp={3} dir="auto">
        {message}
      </Text>
      <Stack gap={2} fz="xs" c="dimmed" mt="auto">
        <span>
          <BroadcastTime broadcast={broadcast} /> · <Name>{zoneName ?? t`All zones`}</Name>
        </span>
        <span>
          <IconUsersGroup size="0.875rem" aria-hidden /> <Audience broadcast={broadcast} />
        </span>
        {progress && (
          <span>
            <IconMessageReply size="0.875rem" className="points" aria-hidden />{' '}
            {t`${{ answered: formatCount(progress.answered) }} of ${{ people: formatCount(progress.people) }} answered`}
          </span>
        )}
      </Stack>
      <Group gap="xs">
        <Button variant="default" onClick={onOpen} aria-label={t`View Details of ${title}`} {...opensDetails}>
          {t`View Details`}
        </Button>
        {attachment && <DownloadButton broadcastId={broadcast.id} file={attachment} />}
      </Group>
    </Panel>
  )
}

/** Shows the state of a scheduled or recalled broadcast; otherwise the reader's answer, or a note that one is needed. */
export function StateTag({ broadcast }: { broadcast: Broadcast }) {
  const { state, mine, answers } = broadcast
  if (state === 'scheduled')
    return (
      <Tag tone="caution" icon={IconClock}>
        {t`Scheduled`}
      </Tag>
    )
  if (state === 'recalled')
    return (
      <Tag tone="quiet" icon={IconX}>
        {t`Recalled`}
      </Tag>
    )
  if (mine?.answer)
    return <AnswerTag answer={mine.answer} meaning={findMeaning(answers, mine.answer) ?? 'neutral'} />
  return mine && answers.length > 0 ? <Tag tone="caution">{t`Answer needed`}</Tag> : null
}

export function DownloadButton({ broadcastId, file }: { broadcastId: string; file: Attachment }) {
  const fileLinks = useFileLinks(file, () => api.broadcasts.fileLink({ broadcastId }))
  const save = useAct({
    call: () => saveFile(file, fileLinks),
    done: [t`File downloaded successfully`, file.name],
    failed: error => withReference(error.message || t`Failed to download file`, error),
  })
  return (
    <Button
      variant="default"
      icon={IconDownload}
      loading={save.isPending}
      onClick={() => save.mutate()}
      aria-label={t`Download ${{ file: file.name }}`}
    >
      {t`Download`}
    </Button>
  )
}

type AudienceProps = { broadcast: Broadcast }

/** The audience within the zone: groups and roles, and whether only people inside receive the broadcast. */
function Audience({ broadcast: { targetGroups, targetRoles, insideOnly, state } }: AudienceProps) {
  const hasGroups = targetGroups.length > 0
  const hasRoles = targetRoles.length > 0
  const audience =
    hasGroups || hasRoles ? (
      <>
        {hasGroups && <Name>{formatList(targetGroups.map(targetGroupName))}</Name>}
        {hasGroups && hasRoles && ' · '}
        {formatList(targetRoles.map(role => i18n._(roleLabel(role))))}
      </>
    ) : (
      t`All users`
    )
  if (!insideOnly) return audience
  return state === 'scheduled' ? (
    <Trans>{audience}, only people inside when it’s sent</Trans>
  ) : (
    <Trans>{audience}, only people inside when it was sent</Trans>
  )
}

function BroadcastTime({ broadcast }: { broadcast: Broadcast }) {
  const { state, sentAt, sendAt, createdAt } = broadcast
  if (state === 'recalled') return t`Not sent`
  if (state === 'scheduled' && sendAt)
    return (
      <Trans>
        Scheduled for <RelativeTime at={sendAt} form="coming" />
      </Trans>
    )
  return <RelativeTime at={sentAt ?? createdAt} />
}
