import { Text, UnstyledButton } from '@mantine/core'
import type { SecurityEvent } from '@muster/contract/security.ts'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { eventName } from './event-names.ts'
import { formatPeople, formatZones } from './event-words.ts'
import classes from './security.module.css'
import { SeverityTag } from './severity-tag.tsx'

type Props = { event: SecurityEvent; isOpen: boolean; onOpen: () => void }

export function EventRow({ event, isOpen, onOpen }: Props) {
  const rowProps = useOpensDetails(isOpen)
  const aboutText = [formatPeople(event), formatZones(event)].filter(Boolean).join(' · ')
  return (
    <li className={classes.item}>
      <UnstyledButton type="button" className={classes.event} fz="sm" onClick={onOpen} {...rowProps}>
        <span className={classes.when}>
          <RelativeTime at={event.createdAt} form="clock" />
        </span>
        <span className={classes.what}>
          <Text span inherit fw={600}>
            {eventName(event.type)}
          </Text>
          <Text span lineClamp={2} c="dimmed">
            <span lang="en">{event.description}</span>
          </Text>
        </span>
        <span className={classes.who}>{aboutText}</span>
        <span className={classes.severity}>
          <SeverityTag severity={event.severity} />
        </span>
      </UnstyledButton>
    </li>
  )
}
