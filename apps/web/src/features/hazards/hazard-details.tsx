import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Flex, Group, Stack, Text } from '@mantine/core'
import type { HazardDetail } from '@muster/contract/hazards.ts'
import type { Attachment } from '@muster/contract/stored-files.ts'
import { type HazardStatus, isOverdue } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconClockExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { formatPosition } from '../../lib/format-accuracy.ts'
import { formatDate } from '../../lib/format-day.ts'
import { formatAbsolute } from '../../lib/format-time.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ZoneMap } from '../../map/public.tsx'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { AttachmentList, RemoveFileButton } from '../files/public.ts'
import { AddFiles } from './add-files.tsx'
import { AssignHazard } from './assign-hazard.tsx'
import { HazardHistory } from './hazard-history.tsx'
import { stepLabels } from './hazard-words.ts'
import { StatusDialog } from './status-dialog.tsx'
import { StatusTag } from './status-tag.tsx'

export function HazardDetails({ hazard }: { hazard: HazardDetail }) {
  const { severity, status, description, reportedBy, assignee, dueAt, position, files } = hazard
  const isPastDue = isOverdue(status, dueAt, useNow())
  const { zoneId, id: hazardId } = hazard
  const fetchLinks = ({ id: fileId }: Attachment) => api.hazards.fileLink({ zoneId, hazardId, fileId })
  return (
    <Stack>
      <Group gap={6} miw={0}>
        <LevelBadge level={severity} />
        <StatusTag status={status} />
        {isPastDue && (
          <Tag tone="danger" icon={IconClockExclamation}>
            {t`Overdue`}
          </Tag>
        )}
      </Group>
      {description !== hazard.title && (
        <Text style={{ whiteSpace: 'pre-wrap' }} dir="auto">
          {description}
        </Text>
      )}
      {(hazard.mayManage || hazard.finding) && <HazardActs hazard={hazard} />}
      <Facts>
        {hazard.finding && <FindingFact finding={hazard.finding} />}
        <dt>{t`Zone`}</dt>
        <dd>
          <Name>{hazard.zoneName}</Name>
        </dd>
        <dt>{t`Reported`}</dt>
        <dd>
          <Name>{reportedBy.name}</Name>, <RelativeTime at={hazard.createdAt} />
          {hazard.receivedAt && (
            <Text size="xs" c="dimmed">
              <Trans>
                Reported offline, received <RelativeTime at={hazard.receivedAt} />
              </Trans>
            </Text>
          )}
        </dd>
        <dt>{t`Assigned to`}</dt>
        <dd>{assignee ? <Name>{assignee.name}</Name> : t`Unassigned`}</dd>
        {dueAt && (
          <>
            <dt>{t`Due`}</dt>
            <dd>{formatAbsolute(new Date(dueAt))}</dd>
          </>
        )}
      </Facts>
      {hazard.mayManage && <AssignHazard hazard={hazard} />}
      {position && (
        <Flex component="section" direction="column" gap="xs" aria-label={t`Location`}>
          <Text component="h3" fw={600}>
            {t`Location`}
          </Text>
          <ZoneMap label={t`Map of ${{ title: hazard.title }}`} centre={position} lookAt={position} />
          <Text span size="xs" c="dimmed">
            {formatPosition({ ...position, accuracyMeters: hazard.accuracyMeters })}
          </Text>
        </Flex>
      )}
      {(files.length > 0 || hazard.mayAttach) && (
        <Flex component="section" direction="column" gap="xs" aria-label={t`Attachments`}>
          <Text component="h3" fw={600}>
            {t`Attachments`}
          </Text>
          {files.length > 0 && (
            <AttachmentList
              files={files}
              words={{ done: t`File downloaded successfully`, failed: t`Failed to download file` }}
              fetchLinks={fetchLinks}
              onRemove={
                hazard.mayAttach ? file => <RemoveHazardFileButton hazard={hazard} file={file} /> : undefined
              }
            />
          )}
          {hazard.mayAttach && files.length < limits.hazardAttachmentsMost && (
            <AddFiles hazard={hazard} most={limits.hazardAttachmentsMost - files.length} />
          )}
        </Flex>
      )}
      <HazardHistory hazard={hazard} />
      {!hazard.mayManage && !hazard.finding && <HazardActs hazard={hazard} />}
    </Stack>
  )
}

function RemoveHazardFileButton({ hazard, file }: { hazard: HazardDetail; file: Attachment }) {
  const remove = useAct({
    call: () => api.hazards.removeFile({ zoneId: hazard.zoneId, hazardId: hazard.id, fileId: file.id }),
    done: [t`File removed`, file.name],
    failed: t`The file couldn’t be removed. Try again.`,
    invalidates: [orpc.hazards.key()],
  })
  return <RemoveFileButton name={file.name} working={remove.isPending} onClick={() => remove.mutate()} />
}

/** The emergency or drill that a notification comes from, with a link to its report for those who may read it. */
function FindingFact({ finding }: { finding: NonNullable<HazardDetail['finding']> }) {
  const { may } = useSelectedZone()
  const { drill, zoneName, emergencyId } = finding
  const day = formatDate(new Date(finding.declaredAt))
  const place = zoneName ?? t`All zones`
  const text = drill ? t`Drill, ${place}, ${day}` : t`Emergency, ${place}, ${day}`
  return (
    <>
      <dt>{t`Finding of`}</dt>
      <dd dir="auto">
        {may('view_attendance') ? (
          <Anchor
            renderRoot={props => <Link {...props} to="/emergencies/$emergencyId" params={{ emergencyId }} />}
          >
            {text}
          </Anchor>
        ) : (
          text
        )}
      </dd>
    </>
  )
}

/** Only a manager gets a main button: reporters can only close, which they rarely come for. The owner of a finding gets "Done". */
function HazardActs({ hazard }: { hazard: HazardDetail }) {
  const [targetStatus, setTargetStatus] = useState<HazardStatus>()
  const { maySet, mayManage } = hazard
  if (maySet.length === 0) return null
  const isOwnFinding = hazard.finding !== null && !mayManage && maySet.includes('resolved')
  const labels = isOwnFinding ? { ...stepLabels, resolved: t`Done` } : stepLabels
  return (
    <Group gap="xs">
      {maySet.map((step, index) => (
        <Button
          key={step}
          variant={(isOwnFinding ? step === 'resolved' : mayManage && index === 0) ? 'filled' : 'default'}
          onClick={() => setTargetStatus(step)}
        >
          {labels[step]}
        </Button>
      ))}
      <StatusDialog
        hazard={hazard}
        target={targetStatus}
        labels={labels}
        onClose={() => setTargetStatus(undefined)}
      />
    </Group>
  )
}
