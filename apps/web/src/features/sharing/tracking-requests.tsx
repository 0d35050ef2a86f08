import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Flex, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import { IconArrowBackUp, IconCheck, IconHourglass, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { useMySharing } from './use-my-sharing.ts'
import { useAnswerRequest, useTrackingRequests, useWithdrawRequest } from './use-tracking-requests.ts'

/** Maximum number of requests listed initially. */
const initialRequestCount = 5

/** Lists position requests in a zone: those waiting for the person's answer, and their own with the outcome. */
export function TrackingRequests({ zoneId }: { zoneId: string }) {
  const headingId = useId()
  const { query, requests, pendingCount } = useTrackingRequests(zoneId)
  const [showsAll, setShowsAll] = useState(false)
  const requestCount = requests.length
  const shownRequests = showsAll ? requests : requests.slice(0, initialRequestCount)
  const isEmpty = query.isSuccess && requestCount === 0
  const title = (
    <>
      {t`Pending Requests`}{' '}
      {query.isSuccess && (
        <Text span inherit c="dimmed" data-figures>
          {formatCount(pendingCount)}
        </Text>
      )}
    </>
  )
  return (
    <Panel component="section" gap={isEmpty ? 0 : 'sm'} aria-labelledby={headingId}>
      <h2 id={headingId}>{isEmpty ? <VisuallyHidden>{title}</VisuallyHidden> : title}</h2>
      <Loaded
        query={query}
        failure={t`Failed to load location requests`}
        skeleton={<Skeleton height={24} />}
      />
      {isEmpty && <Text c="dimmed">{t`No location requests.`}</Text>}
      {shownRequests.length > 0 && (
        <Flex component="ul" direction="column" gap="sm">
          {shownRequests.map(request => (
            <li key={request.id}>
              <RequestRow request={request} />
            </li>
          ))}
        </Flex>
      )}
      {requests.length > shownRequests.length && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          <Plural value={requestCount} one="Show all (#)" other="Show all (#)" />
        </Button>
      )}
    </Panel>
  )
}

const stateBadges = {
  pending: { word: t`Pending`, icon: IconHourglass, tone: 'quiet' },
  accepted: { word: t`Accepted`, icon: IconCheck, tone: 'inside' },
  declined: { word: t`Declined`, icon: IconX, tone: 'caution' },
  withdrawn: { word: t`Withdrawn`, icon: IconArrowBackUp, tone: 'quiet' },
} as const

/** A request with its outcome, or the buttons that answer it. */
export function RequestRow({ request }: { request: TrackingRequest }) {
  const { word, icon, tone } = stateBadges[request.status]
  return (
    <Flex wrap="wrap" align="center" gap="8px 12px">
      <Stack gap={0} miw={0} flex="1 1 200px">
        <RequestText request={request} />
        <Text span inherit c="dimmed">
          <RequestTime request={request} />
        </Text>
      </Stack>
      <Tag tone={tone} icon={icon}>
        {word}
      </Tag>
      <RequestActions request={request} />
    </Flex>
  )
}

function RequestTime({ request: { createdAt, answeredAt, status } }: { request: TrackingRequest }) {
  if (!answeredAt) {
    return (
      <Trans>
        Asked <RelativeTime at={createdAt} />
      </Trans>
    )
  }
  if (status === 'withdrawn') return <RelativeTime at={answeredAt} />
  return (
    <Trans>
      Answered <RelativeTime at={answeredAt} />
    </Trans>
  )
}

function RequestText({ request }: { request: TrackingRequest }) {
  const { userId } = useMe()
  const { userName, requestedByName } = request
  const zone = <Name>{request.zoneName}</Name>
  if (request.requestedBy === request.userId)
    return request.userId === userId ? (
      <span>
        <Trans>You offered to share your position in {zone}</Trans>
      </span>
    ) : (
      <span>
        <Trans>
          <Name>{userName}</Name> offers to share their position in {zone}
        </Trans>
      </span>
    )
  return request.userId === userId ? (
    <span>
      <Trans>
        <Name>{requestedByName}</Name> asks you to share your position in {zone}
      </Trans>
    </span>
  ) : (
    <span>
      <Trans>
        You asked <Name>{userName}</Name> to share their position in {zone}
      </Trans>
    </span>
  )
}

/** Buttons for the possible actions: answer a request, withdraw one's own, or start accepted sharing. */
function RequestActions({ request }: { request: TrackingRequest }) {
  const { userId } = useMe()
  const sharing = useMySharing()
  const reply = useAnswerRequest()
  const starting = useDialog()
  const { id, zoneId, zoneName, status } = request
  const isOwn = request.requestedBy === request.userId
  const isMe = request.userId === userId
  const mayAnswer = isOwn ? !isMe : isMe
  const mayStart = isMe && status === 'accepted' && !sharing
  if (status === 'pending' && request.requestedBy === userId) return <WithdrawButton requestId={id} />
  if (status === 'pending' ? !mayAnswer : !mayStart) return null
  // Accepting a request for one's own position starts sharing. Accepting a member's request to be tracked does not, because only
  // that member can start it.
  const startsSharing = isMe
  return (
    <Group gap="xs">
      <Button
        loading={reply.isPending}
        onClick={() => (startsSharing ? starting.open() : reply.mutate({ requestId: id, accept: true }))}
      >
        {status === 'pending' ? t`Accept` : t`Start sharing`}
      </Button>
      {status === 'pending' && (
        <Button
          variant="default"
          disabled={reply.isPending}
          onClick={() => reply.mutate({ requestId: id, accept: false })}
        >
          {t`Decline`}
        </Button>
      )}
      <ShareDialog
        zone={{ id: zoneId, name: zoneName }}
        {...starting.props}
        onStarted={() => status === 'pending' && reply.mutate({ requestId: id, accept: true })}
      />
    </Group>
  )
}

function WithdrawButton({ requestId }: { requestId: string }) {
  const withdraw = useWithdrawRequest()
  return (
    <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate(requestId)}>
      {t`Withdraw`}
    </Button>
  )
}
