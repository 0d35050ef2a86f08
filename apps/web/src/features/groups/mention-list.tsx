import { t } from '@lingui/core/macro'
import { Paper } from '@mantine/core'
import type { GroupMember } from '@muster/contract/groups.ts'
import { Name } from '../../ui/people/name.tsx'
import classes from './room.module.css'
import type { Mentions } from './use-mentions.ts'

type Props = { mentions: Mentions; onChoose: (person: GroupMember) => void }

/** Lists up to five members whose name contains the text after the @. */
export function MentionList({ mentions: { people, isOpen, at, listId }, onChoose }: Props) {
  if (!isOpen) return null
  return (
    <Paper
      role="listbox"
      id={listId}
      aria-label={t`Members to mention`}
      withBorder
      shadow="md"
      p={4}
      pos="absolute"
      bottom="100%"
      style={{ insetInline: 8, zIndex: 5 }}
    >
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field the list belongs to
        <div
          key={person.id}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes.person}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Name>{person.name}</Name>
        </div>
      ))}
    </Paper>
  )
}
