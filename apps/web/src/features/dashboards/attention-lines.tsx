import { plural, t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import { can } from '@muster/domain/permission.ts'
import { type Icon, IconAlertTriangle, IconClockExclamation, IconDatabaseExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { type AppPath, paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import classes from './dashboard.module.css'

type Line = {
  text: string
  tone?: 'danger'
  icon?: Icon
  /** The list behind the words; left out for people who may not open it. */
  to?: AppPath
  search?: Readonly<Record<string, unknown>>
}

/** The overdue hazards of a zone, above a manager's home. */
export function ZoneAttention({ zoneId }: { zoneId: string }) {
  return <AttentionLines lines={useOverdueHazards(zoneId)} />
}

/** Lines above an administrator's home: zones over capacity, people not seen, overdue hazards, and a missing backup. */
export function AdminAttention() {
  const { profile } = useMe()
  const inside = useQuery(orpc.presence.insideCounts.queryOptions())
  const status = useQuery({ ...orpc.dashboards.systemStatus.queryOptions(), staleTime: 0 })
  const hazards = useOverdueHazards()
  const { zonesOverCapacity = 0, unseen = 0 } = inside.data ?? {}
  const lines = [...hazards]
  if (zonesOverCapacity > 0)
    lines.push({
      text: t`${plural(zonesOverCapacity, { one: '# zone over capacity', other: '# zones over capacity' })}`,
      tone: 'danger',
      icon: IconAlertTriangle,
      to: paths.insideNow,
      search: { only: 'over' },
    })
  if (unseen > 0)
    lines.push({
      text: t`${plural(unseen, { one: '# not seen', other: '# not seen' })}`,
      to: paths.insideNow,
      search: { only: 'unseen' },
    })
  const backups = status.data?.backups.figures
  if (backups && (backups.lastAt === null || backups.problem || backups.stale))
    lines.push({
      text: backups.lastAt === null ? t`no backup yet` : t`no new backup`,
      icon: IconDatabaseExport,
      ...(can(profile.role, 'manage_backups') && { to: paths.backups }),
    })
  return <AttentionLines lines={lines} />
}

function useOverdueHazards(zoneId?: string): Line[] {
  const { data } = useQuery(orpc.hazards.count.queryOptions({ input: { zoneId } }))
  const overdue = data?.overdue ?? 0
  if (overdue === 0) return []
  return [
    {
      text: t`${plural(overdue, { one: '# overdue hazard', other: '# overdue hazards' })}`,
      tone: 'danger',
      icon: IconAlertTriangle,
      to: paths.hazards,
      search: { overdue: true },
    },
  ]
}

function AttentionLines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <Group
      component="section"
      gap="0 16px"
      aria-label={t`Needs attention`}
      className={classes.attention}
      data-whole
      data-danger={lines.some(it => it.tone) || undefined}
    >
      {lines.map(line =>
        line.to ? (
          <Link
            key={line.text}
            to={line.to}
            search={(line.search ?? {}) as never}
            className={classes.attentionLink}
          >
            <LineWords line={line} />
          </Link>
        ) : (
          <span key={line.text}>
            <LineWords line={line} />
          </span>
        ),
      )}
    </Group>
  )
}

const LineWords = ({ line: { text, tone, icon = IconClockExclamation } }: { line: Line }) => (
  <WarningWords bold tone={tone ?? 'uncertain'} icon={icon}>
    {text}
  </WarningWords>
)
