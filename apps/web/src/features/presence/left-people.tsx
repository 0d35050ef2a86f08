import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { LeftPerson } from '@muster/contract/presence.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import type { RowActions } from './inside-rows.tsx'
import classes from './presence-panel.module.css'

type Props = RowActions & { people: readonly LeftPerson[]; labelledBy: string }

/** People who left recently, as rows. Renders nothing if there are none. */
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
  const { userId, name, role, at } = person
  const opensDetails = useOpensDetails(userId === openId)
  return (
    <li className={`${classes.row} ${classes.person}`}>
      <PersonChip name={name} detail={<RoleBadge role={role} />} />
      {onOpen && !isInternalAdmin(role) && (
        <button
          type="button"
          className={classes.open}
          aria-label={t`Details for ${name}`}
          data-no-print
          onClick={() => onOpen(userId)}
          {...opensDetails}
        />
      )}
      <span className={classes.side}>
        <span>
          <Trans>
            At <RelativeTime at={at} form="clock" />
          </Trans>
        </span>
        <RelativeTime at={at} form="ago" />
      </span>
      {actionFor?.(person)}
    </li>
  )
}
