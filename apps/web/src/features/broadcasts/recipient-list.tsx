import { t } from '@lingui/core/macro'
import { Flex, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { BroadcastRecipient } from '@muster/contract/broadcasts.ts'
import type { RecipientState } from '@muster/domain/broadcast.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { orpc } from '../../lib/api.ts'
import type { SearchProps } from '../../lib/search-props.ts'
import { usePages } from '../../lib/use-pages.ts'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { Tag, type Tone } from '../../ui/badges/tag.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { MoreRows } from '../../ui/layout/more-rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { CallButton } from '../users/public.ts'
import { AnswerTag } from './answer-tag.tsx'
import { recipientLabels } from './broadcast-words.ts'
import classes from './broadcasts.module.css'
import type { BroadcastsSearch } from './broadcasts-search.ts'

const tonesByState: Partial<Record<BroadcastRecipient['state'], Tone>> = {
  seen: 'info',
  unreachable: 'caution',
}

/** Milliseconds after which an opening sheet has moved the focus to its first button. */
const sheetFocusDelayMs = 50

export type RecipientFilter = { answer?: string; waiting?: true; state?: RecipientState }

type OpenPersonHandler = (userId: string, zone: { id: string; name: string }) => void

/** The filters of the list, stored in the URL, and the navigation to a person and back. */
export type Recipients = SearchProps<Pick<BroadcastsSearch, 'who' | 'name'>> & {
  onPerson: OpenPersonHandler
  /** The person whose details were opened last; their row takes the focus when the list returns. */
  returningFrom: RefObject<string | undefined>
}

type Props = {
  broadcastId: string
  filter: RecipientFilter
  /** True if the list is long enough to need a search field for names. */
  isLong: boolean
  recipients: Recipients
}

/** The recipients, most urgent first, each with a call button and a link to their details. */
export function RecipientList({ broadcastId, filter, isLong, recipients }: Props) {
  const { search: address, onSearch } = recipients
  const typedName = address.name ?? ''
  const [search] = useDebouncedValue(typedName.trim(), 250)
  const list = usePages(orpc.broadcasts.recipients, { broadcastId, ...filter, ...(search && { search }) })
  return (
    <>
      {isLong && (
        <SearchField
          label={t`Search by name`}
          value={typedName}
          onChange={name => onSearch({ name: name || undefined }, { replace: true })}
        />
      )}
      <MoreRows
        list={list}
        label={t`Recipients`}
        failure={t`Failed to load broadcasts data`}
        empty={
          <Text size="xs" c="dimmed">
            {search ? t`No results` : t`Nobody here yet`}
          </Text>
        }
      >
        {person => (
          <Person
            key={person.userId}
            person={person}
            onOpen={() => person.zone && recipients.onPerson(person.userId, person.zone)}
            returningFrom={recipients.returningFrom}
          />
        )}
      </MoreRows>
    </>
  )
}

type PersonProps = Pick<Recipients, 'returningFrom'> & { person: BroadcastRecipient; onOpen: () => void }

function Person({ person, onOpen, returningFrom }: PersonProps) {
  const { userId, name, state, answer, meaning, reason, zone, presence } = person
  const isSafe = meaning === 'safe'
  const buttonRef = useFocusOnReturn(userId, returningFrom)
  return (
    <li className={classes.person} data-meaning={meaning ?? undefined}>
      <Stack align="flex-start" gap={4} miw={0}>
        {zone ? (
          <UnstyledButton
            ref={buttonRef}
            type="button"
            className={classes.name}
            fz="sm"
            fw={600}
            aria-label={t`Details for ${name}`}
            onClick={onOpen}
          >
            <Name>{name}</Name>
          </UnstyledButton>
        ) : (
          <Name>{name}</Name>
        )}
        <Flex component="span" wrap="wrap" align="center" gap="4px 8px" miw={0}>
          {answer !== null && meaning !== null ? (
            <AnswerTag answer={answer} meaning={meaning} />
          ) : (
            <Tag tone={tonesByState[state] ?? 'quiet'}>{reason ?? recipientLabels[state]}</Tag>
          )}
          {presence && !isSafe && <PresenceBadge presence={presence.word} lastSeen={presence.lastSeen} />}
        </Flex>
      </Stack>
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

/** Focuses the row of the person just viewed and scrolls it into view, after the reopened details have set their own focus. */
function useFocusOnReturn(userId: string, returningFrom: RefObject<string | undefined>) {
  const buttonRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (returningFrom.current !== userId) return
    const timer = setTimeout(() => {
      returningFrom.current = undefined
      buttonRef.current?.scrollIntoView?.({ block: 'center' })
      buttonRef.current?.focus({ preventScroll: true })
    }, sheetFocusDelayMs)
    return () => clearTimeout(timer)
  }, [userId, returningFrom])
  return buttonRef
}
