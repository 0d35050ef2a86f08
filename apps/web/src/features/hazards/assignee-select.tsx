import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import type { HazardCandidate } from '@muster/contract/hazards.ts'
import { IconMapPinCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { orpc } from '../../lib/api.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { SearchableSelect, type SearchResult, useTypedSearch } from '../../ui/forms/searchable-select.tsx'
import { Name } from '../../ui/people/name.tsx'

type Props = {
  zoneId: string
  /** The hazard whose text decides which skills are wanted; undefined for several hazards. */
  hazardId: string | undefined
  chosen: SearchResult | undefined
  onPick: (one: SearchResult | undefined) => void
}

/** Maximum skills shown beside a name. */
const maxShownSkills = 2

const formatName = ({ firstName, lastName, userCode }: HazardCandidate): string =>
  `${firstName} ${lastName}`.trim() || userCode

/** Searches the members of a zone by name, code or skill. People inside come first, then people with a wanted skill. */
export function AssigneeSelect({ zoneId, hazardId, chosen, onPick }: Props) {
  const typedSearch = useTypedSearch(chosen)
  const { search } = typedSearch
  const field = useRef<HTMLInputElement>(null)
  const query = useQuery({
    ...orpc.hazards.candidates.queryOptions({ input: { zoneId, hazardId, search } }),
    // Presence changes all the time, so a list from earlier is not shown as current.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const people = query.data?.people
  const names = people?.map(formatName) ?? []
  return (
    <SearchableSelect
      label={t`Assign to`}
      description={t`Type a name, a skill or a user code. People inside come first.`}
      placeholder={t`Unassigned`}
      data-autofocus
      clearable
      ref={field}
      clearButtonProps={{
        'aria-label': t`Remove assignee`,
        // Makes the button accessible by keyboard: the library hides it and removes it from the tab order.
        'aria-hidden': false,
        tabIndex: 0,
        // Clicking removes the button. After a key press (detail 0), focus the field, so that the focus stays in the dialog. Do
        // not focus it after a tap, because that would open the list.
        onClick: ({ detail }) => detail === 0 && field.current?.focus(),
      }}
      allowDeselect={false}
      selectFirstOptionOnChange
      chosen={chosen}
      onPick={onPick}
      typing={typedSearch}
      rows={people?.map((person, index) => {
        const name = formatName(person)
        const hasNamesake = names.some((other, otherIndex) => otherIndex !== index && other === name)
        return { id: person.userId, name: hasNamesake ? `${name} (${person.userCode})` : name }
      })}
      renderOption={({ option }) => {
        const person = people?.find(({ userId }) => userId === option.value)
        return (
          <Group gap="2px 8px" miw={0}>
            <Name>{option.label}</Name>
            {person?.inside && (
              <Tag tone="inside" icon={IconMapPinCheck}>
                {t`Inside`}
              </Tag>
            )}
            {person && person.skills.length > 0 && (
              <Text span size="xs" c={person.hasSkill ? undefined : 'dimmed'} dir="auto">
                {person.skills.slice(0, maxShownSkills).join(', ')}
              </Text>
            )}
          </Group>
        )
      }}
      failed={query.isError}
      searching={query.isPending || query.isPlaceholderData}
      emptyText={t`No members match`}
      failure={t`Failed to load members`}
    />
  )
}
