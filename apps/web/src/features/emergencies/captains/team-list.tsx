import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { Team } from '@muster/contract/captains.ts'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { StartTeamDialog, type TeamCandidate } from './start-team-dialog.tsx'
import { TeamCard } from './team-card.tsx'

type Props = {
  emergencyId: string
  /** The zones in which a team may be started. */
  zones: readonly { id: string; name: string }[]
  teams: readonly Team[]
  /** The people to choose from, if they are all on this device. */
  people?: readonly TeamCandidate[]
  mayMark: boolean
  isOver?: boolean
}

/** Puts the team whose round is due first before the others; those that have ended come last. */
function sortByDue(teams: readonly Team[]): Team[] {
  const getDueAt = ({ rounds }: Team) =>
    Date.parse(rounds.find(it => it.closedAt === null)?.dueAt ?? '9999-01-01T00:00:00Z')
  return teams.toSorted((one, other) => getDueAt(one) - getDueAt(other))
}

export function TeamList({ emergencyId, zones, teams, people, mayMark, isOver = false }: Props) {
  const [isStarting, setIsStarting] = useState(false)
  const mayStart = mayMark && !isOver && zones.length > 0
  return (
    <Stack>
      {teams.length === 0 && (
        <EmptyState
          icon={IconUsersGroup}
          title={t`No teams`}
          text={t`Start a team when you send people back in. You’re reminded to confirm each of them in rounds.`}
        />
      )}
      {mayStart && (
        <Button mih={56} icon={IconUsersGroup} iconSize="1.25rem" onClick={() => setIsStarting(true)}>
          {t`Send people back in`}
        </Button>
      )}
      {sortByDue(teams).map(team => (
        <TeamCard key={team.id} team={team} mayMark={mayMark} />
      ))}
      {mayStart && (
        <StartTeamDialog
          opened={isStarting}
          onClose={() => setIsStarting(false)}
          emergencyId={emergencyId}
          zones={zones}
          teamCount={teams.length}
          {...(people && { people })}
        />
      )}
    </Stack>
  )
}
