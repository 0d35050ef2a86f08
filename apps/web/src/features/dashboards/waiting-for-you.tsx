import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFileText,
  IconMapPin,
  IconMessages,
  IconSpeakerphone,
  IconUserCheck,
} from '@tabler/icons-react'
import { Children, useId, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { StatusTag } from '../hazards/public.ts'
import { useWaitingForYou } from './use-waiting-for-you.ts'
import { WaitingRow } from './waiting-row.tsx'

/** Maximum number of rows until the person asks for all. */
const maxRows = 4

type Props = {
  zoneId: string
  /** Says so if nothing is waiting; otherwise nothing is shown then. */
  showsEmpty?: boolean
}

/** Lists what the person has to do in their zone, and their own open reports. */
export function WaitingForYou({ zoneId, showsEmpty = false }: Props) {
  const headingId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const { invitations, questions, filesToRead, unreadCount, reports, assigned, ...state } =
    useWaitingForYou(zoneId)
  const [firstInvitation] = invitations
  const invitationCount = invitations.length
  const rows = Children.toArray([
    questions.map(({ id, title }) => (
      <WaitingRow
        key={id}
        icon={IconSpeakerphone}
        to={paths.broadcasts}
        search={{ broadcast: id }}
        next={t`Answer`}
      >
        <Name>{title}</Name>
      </WaitingRow>
    )),
    firstInvitation && (
      <WaitingRow icon={IconMapPin} to={paths.zoneSelection} next={t`Accept or decline`}>
        {invitationCount === 1 ? (
          <Trans>
            Invitation to <Name>{firstInvitation.name}</Name>
          </Trans>
        ) : (
          t`${plural(invitationCount, { one: '# invitation', other: '# invitations' })}`
        )}
      </WaitingRow>
    ),
    filesToRead.rows.map(({ id, title, folderId }) => (
      <WaitingRow
        key={id}
        icon={IconFileText}
        to={paths.documents}
        search={{ document: id, ...(folderId && { folder: folderId }), zone: zoneId }}
        next={t`Read and confirm`}
      >
        <Name>{title}</Name>
      </WaitingRow>
    )),
    filesToRead.next !== null && (
      <WaitingRow icon={IconFileText} to={paths.documents}>
        {t`More files to read`}
      </WaitingRow>
    ),
    unreadCount > 0 && (
      <WaitingRow icon={IconMessages} to={paths.myGroups}>
        {t`${plural(unreadCount, { one: '# unread message', other: '# unread messages' })}`}
      </WaitingRow>
    ),
    assigned.rows.map(({ id, title, status, zoneId: hazardZoneId }) => (
      <WaitingRow
        key={id}
        icon={IconUserCheck}
        to={paths.hazards}
        search={{ hazard: id, zone: hazardZoneId }}
        next={<StatusTag status={status} />}
      >
        <Trans>
          Assigned to you: <Name>{title}</Name>
        </Trans>
      </WaitingRow>
    )),
    assigned.next !== null && (
      <WaitingRow icon={IconUserCheck} to={paths.hazards} search={{ assigned: 'me' }}>
        {t`More assigned to you`}
      </WaitingRow>
    ),
    reports.rows.map(({ id, title, status, zoneId: reportZoneId }) => (
      <WaitingRow
        key={id}
        icon={IconAlertTriangle}
        to={paths.hazards}
        search={{ hazard: id, zone: reportZoneId }}
        next={<StatusTag status={status} />}
      >
        <Trans>
          Your report: <Name>{title}</Name>
        </Trans>
      </WaitingRow>
    )),
    reports.next !== null && (
      <WaitingRow icon={IconAlertTriangle} to={paths.hazards}>
        {t`More of your reports`}
      </WaitingRow>
    ),
  ])
  const rowCount = rows.length
  if (rowCount === 0 && !state.hasFailed) {
    if (!showsEmpty || state.hasBars) return null
    return state.isLoading ? <Skeleton height={48} radius="md" /> : <NothingWaiting />
  }
  const isCut = rowCount > maxRows && !showsAll
  return (
    <Panel component="section" gap={4} pb="xs" aria-labelledby={headingId} data-whole>
      <h2 id={headingId}>{t`Waiting for you`}</h2>
      {state.hasFailed && (
        <FailedLine
          text={t`Failed to load your data`}
          error={state.error}
          onRetry={state.retry}
          retrying={state.isRetrying}
        />
      )}
      <Rows>{isCut ? rows.slice(0, maxRows - 1) : rows}</Rows>
      {isCut && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          <Plural value={rowCount} one="Show all (#)" other="Show all (#)" />
        </Button>
      )}
    </Panel>
  )
}

function NothingWaiting() {
  return (
    <Panel py="sm">
      <Group wrap="nowrap" gap="xs" c="dimmed">
        <IconCircleCheck size="1.25rem" aria-hidden />
        {t`Nothing is waiting for you.`}
      </Group>
    </Panel>
  )
}
