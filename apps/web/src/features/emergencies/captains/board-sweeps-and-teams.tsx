import { t } from '@lingui/core/macro'
import { SimpleGrid, Stack } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconDoor, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { Button } from '../../../ui/button.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import { SweepList } from './sweep-list.tsx'
import { TeamList } from './team-list.tsx'
import { useSweepStates } from './use-sweep-states.ts'

type Options = {
  emergencyId: string
  /** The zones of the emergency in which the viewer may mark people. */
  zones: readonly { id: string; name: string }[]
  isOver: boolean
}

/** A way from the board to the areas, or to the people who were sent back in. */
export type WorkEntry = {
  readonly key: 'areas' | 'teams'
  readonly label: string
  readonly icon: Icon
  readonly isOverdue: boolean
  /** True while people are inside, which is never hidden in a menu. */
  readonly isPressing: boolean
  readonly open: () => void
}

/** The ways to areas and teams, none for what there is none of, and the dialog that they open, to be rendered once. */
export function useSweepsAndTeams({ emergencyId, zones, isOver }: Options): {
  entries: readonly WorkEntry[]
  dialog: ReactNode
} {
  const [open, setOpen] = useState<WorkEntry['key']>()
  const now = useNow()
  const sweeps = useQuery(orpc.captains.sweeps.queryOptions({ input: { emergencyId } })).data?.sweeps ?? []
  const teams = useQuery(orpc.captains.teams.queryOptions({ input: { emergencyId } })).data?.teams ?? []
  const mayMark = zones.length > 0
  const isOverdue = teams.some(({ rounds }) =>
    rounds.some(it => it.closedAt === null && Date.parse(it.dueAt) <= now),
  )
  const clear = formatCount(useSweepStates(emergencyId, sweeps).clearCount)
  const areaCount = formatCount(sweeps.length)
  const activeTeams = teams.filter(it => it.endedAt === null).length
  const teamCount = formatCount(activeTeams)
  const areas: WorkEntry = {
    key: 'areas',
    label: t`Areas ${clear} of ${areaCount} clear`,
    icon: IconDoor,
    isOverdue: false,
    isPressing: false,
    open: () => setOpen('areas'),
  }
  const team: WorkEntry = {
    key: 'teams',
    label: isOverdue ? t`Teams ${teamCount}: a round is overdue` : t`Teams inside: ${teamCount}`,
    icon: isOverdue ? IconAlertTriangle : IconUsersGroup,
    isOverdue,
    isPressing: isOverdue || activeTeams > 0,
    open: () => setOpen('teams'),
  }
  const entries = [
    ...(sweeps.length > 0 ? [areas] : []),
    ...(teams.length > 0 || (mayMark && !isOver) ? [team] : []),
  ]
  const dialog = (
    <ResponsiveDialog
      opened={open !== undefined}
      onClose={() => setOpen(undefined)}
      title={open === 'areas' ? t`Areas` : t`People sent back in`}
    >
      <Stack>
        {open === 'areas' && <SweepList emergencyId={emergencyId} sweeps={sweeps} mayMark={mayMark} />}
        {open === 'teams' && (
          <TeamList emergencyId={emergencyId} zones={zones} teams={teams} mayMark={mayMark} isOver={isOver} />
        )}
      </Stack>
    </ResponsiveDialog>
  )
  return { entries, dialog }
}

export const WorkButtons = ({ entries }: { entries: readonly WorkEntry[] }) =>
  entries.length === 0 ? null : (
    <SimpleGrid minColWidth="min(100%, 6.5rem)" autoFlow="auto-fit" spacing="xs">
      {entries.map(({ key, label, icon: EntryIcon, isOverdue, open }) => (
        <Button
          key={key}
          variant={isOverdue ? 'filled' : 'default'}
          {...(isOverdue && { color: 'red' })}
          mih={48}
          icon={EntryIcon}
          iconSize="1.25rem"
          onClick={open}
        >
          {label}
        </Button>
      ))}
    </SimpleGrid>
  )
