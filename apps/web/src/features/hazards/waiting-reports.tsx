import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { IconClockPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { isWaiting, type OutboxEntry } from '../../offline/outbox-entry.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { AttachmentCount } from './attachment-count.tsx'
import { hazardFileSender, type ReportToSend, reportSender } from './hazard.sender.ts'
import classes from './hazards.module.css'

type WaitingReport = { id: string; at: string; report: ReportToSend; files: number }

/** Milliseconds that device and server may differ for one report: the server derives its time from how long it was queued. */
const duplicateWindowMs = 60_000

/** Reporter and content match, and the times are close: the server has the report, but this device does not know that yet. */
const isSameReport = ({ at, report, userId }: WaitingReport & { userId: string }, hazard: Hazard) =>
  hazard.reportedBy.id === userId &&
  hazard.title === report.title &&
  hazard.description === report.description &&
  hazard.severity === report.severity &&
  Math.abs(Date.parse(hazard.createdAt) - Date.parse(at)) < duplicateWindowMs

/** Newest first. Reports already in `rows` are left out, so that one that has just arrived is not listed twice. */
export function useWaitingReports(
  zoneId: string | undefined,
  rows: readonly Hazard[] | undefined,
): WaitingReport[] {
  const entries = useOutbox()
  const countFiles = (id: string) =>
    entries.filter(({ kind, after }) => kind === hazardFileSender.name && after === id).length
  const isReport = (entry: OutboxEntry) => entry.kind === reportSender.name && isWaiting(entry)
  return entries
    .filter(isReport)
    .map(({ id, at, userId, payload }) => ({
      ...{ id, at, userId },
      report: payload as ReportToSend,
      files: countFiles(id),
    }))
    .filter(it => zoneId === undefined || it.report.zoneId === zoneId)
    .filter(it => !rows?.some(hazard => isSameReport(it, hazard)))
    .reverse()
}

type Props = { reports: readonly WaitingReport[]; showZone: boolean }

export function WaitingReports({ reports, showZone }: Props) {
  if (reports.length === 0) return null
  return (
    <ul className={classes.notSent} aria-label={t`Not sent yet`}>
      {reports.map(({ id, at, report, files }) => (
        <Panel key={id} component="li" h="100%">
          <Group gap={6} miw={0}>
            <LevelBadge level={report.severity} />
            <Tag tone="caution" icon={IconClockPause}>
              {t`Not sent yet`}
            </Tag>
          </Group>
          <h2 dir="auto">{report.title}</h2>
          <Text c="dimmed" lineClamp={2} dir="auto">
            {report.description}
          </Text>
          <Group gap="2px 12px" fz="xs" c="dimmed" mt="auto">
            <span>
              {t`You`} · <RelativeTime at={at} />
              {showZone && (
                <>
                  {' '}
                  · <Name>{report.zoneName}</Name>
                </>
              )}
            </span>
            {files > 0 && <AttachmentCount count={files} />}
          </Group>
          <Button
            style={{ alignSelf: 'flex-start' }}
            variant="default"
            renderRoot={props => <Link {...props} to={paths.waiting} />}
            aria-label={t`View pending items: ${{ title: report.title }}`}
          >
            {t`View pending items`}
          </Button>
        </Panel>
      ))}
    </ul>
  )
}
