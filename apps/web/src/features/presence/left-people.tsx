import { Trans } from '@lingui/react/macro'
import type { LeftPerson } from '@muster/contract/presence.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { PanelRow } from './inside-person.tsx'
import type { RowActions } from './inside-rows.tsx'
import classes from './presence-panel.module.css'

type Props = RowActions & { people: readonly LeftPerson[]; labelledBy: string }

export function LeftPeople({ people, labelledBy, ...actions }: Props) {
  if (people.length === 0) return null
  return (
    <ul className={classes.list} aria-labelledby={labelledBy}>
      {people.map(person => (
        <LeftRow key={person.userId} person={person} {...actions} />
      ))}
    </ul>
  )
}

function LeftRow({ person, actionFor, openId, onOpen }: RowActions & { person: LeftPerson }) {
  const { userId, role, at } = person
  return (
    <PanelRow
      person={person}
      marks={<RoleBadge role={role} />}
      actionFor={actionFor}
      isOpen={userId === openId}
      onOpen={isInternalAdmin(role) ? undefined : onOpen}
    >
      <span>
        <Trans>
          At <RelativeTime at={at} form="clock" />
        </Trans>
      </span>
      <RelativeTime at={at} form="ago" />
    </PanelRow>
  )
}
