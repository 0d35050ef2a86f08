import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { BroadcastRecipient } from '@muster/contract/broadcasts.ts'
import type { RecipientState } from '@muster/domain/broadcast.ts'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { Tag, type Tone } from '../../ui/badges/tag.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { CallButton } from '../users/public.ts'
import { AnswerTag } from './answer-tag.tsx'
import { recipientWords } from './broadcast-words.ts'
import classes from './broadcasts.module.css'

const tones: Partial<Record<BroadcastRecipient['state'], Tone>> = {
  seen: 'info',
  unreachable: 'caution',
}

export type RecipientFilter = { answer?: string; waiting?: true; state?: RecipientState }

/** Opens the details of a person in a zone of theirs. */
export type OpenPerson = (userId: string, zone: { id: string; name: string }) => void

type Props = {
  broadcastId: string
  filter: RecipientFilter
  /** There are so many that one looks for a name. */
  isLong: boolean
  onPerson: OpenPerson
}

/** The people a broadcast went to, those first who need somebody, each with the way to call and to look at them. */
export function RecipientList({ broadcastId, filter, isLong, onPerson }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const list = usePages<BroadcastRecipient>(
    orpc.broadcasts.recipients.infiniteOptions({
      input: (cursor: string | undefined) => ({
        broadcastId,
        cursor,
        ...filter,
        ...(search && { search }),
      }),
      ...byCursor,
    }),
  )
  return (
    <>
      {isLong && <SearchField label="Search by name" value={typed} onChange={setTyped} />}
      <People list={list} onPerson={onPerson} />
    </>
  )
}

type PeopleProps = {
  list: ReturnType<typeof usePages<BroadcastRecipient>>
  onPerson: OpenPerson
}

function People({ list: { rows, failed, retry, retrying, complete, readOn }, onPerson }: PeopleProps) {
  if (failed) return <ErrorState title="Failed to load broadcasts data" onRetry={retry} retrying={retrying} />
  if (!rows) return <ListSkeleton count={3} />
  if (rows.length === 0) return <p className={classes.quiet}>Nobody.</p>
  return (
    <>
      <ul className={classes.people} aria-label="Recipients">
        {rows.map(person => (
          <Person
            key={person.userId}
            person={person}
            onOpen={() => person.zone && onPerson(person.userId, person.zone)}
          />
        ))}
      </ul>
      {!complete && (
        <Button variant="default" onClick={readOn} loading={retrying}>
          Show more
        </Button>
      )}
    </>
  )
}

function Person({ person, onOpen }: { person: BroadcastRecipient; onOpen: () => void }) {
  const { userId, name, state, answer, meaning, reason, zone, presence } = person
  const isSafe = meaning === 'safe'
  return (
    <li className={classes.person} data-meaning={meaning ?? undefined}>
      <div className={classes.who}>
        {zone ? (
          <button type="button" className={classes.name} aria-label={`Details of ${name}`} onClick={onOpen}>
            <Name>{name}</Name>
          </button>
        ) : (
          <Name>{name}</Name>
        )}
        <span className={classes.marks}>
          {answer !== null && meaning !== null ? (
            <AnswerTag answer={answer} meaning={meaning} />
          ) : (
            <Tag tone={tones[state] ?? 'quiet'}>{reason ?? recipientWords[state]}</Tag>
          )}
          {presence && !isSafe && <PresenceBadge presence={presence.word} lastSeen={presence.lastSeen} />}
        </span>
      </div>
      {zone && !isSafe && (
        <CallButton
          zoneId={zone.id}
          userId={userId}
          name={name}
          onDetails={onOpen}
          isUrgent={meaning === 'help'}
        />
      )}
    </li>
  )
}
