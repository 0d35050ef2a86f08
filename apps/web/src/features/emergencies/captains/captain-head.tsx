import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Flex, Progress, Text } from '@mantine/core'
import type { CaptainEmergency } from '@muster/contract/captains.ts'
import type { CaptainPerson } from '@muster/contract/roll-person.ts'
import { isAccounted, type PersonState } from '@muster/domain/emergency.ts'
import { IconLifebuoy, IconSearch, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../lib/format-count.ts'
import { formatList } from '../../../lib/format-list.ts'
import { paths } from '../../../lib/paths.ts'
import { toShownName } from '../../../lib/shown-name.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { ListSearch } from '../../../ui/forms/search-field.tsx'
import { useIsPhone } from '../../../ui/layout/use-screen.ts'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import classes from './captain.module.css'
import type { CaptainProps } from './captain-search.ts'

/** Minimum people for a search. */
const searchFrom = 9
/** Maximum people named in the line about calls for help. */
const maxNames = 3

type Props = CaptainProps & {
  emergency: CaptainEmergency
  title: string
  getState: (person: CaptainPerson) => PersonState
}

export function CaptainHead({ emergency, title, getState, ...address }: Props) {
  const { search, onSearch } = address
  const { people, drill, declaredAt } = emergency
  const isPhone = useIsPhone()
  const [isSearching, setIsSearching] = useState(search.q !== undefined)
  const accountedCount = people.filter(it => isAccounted(getState(it))).length
  const accounted = formatCount(accountedCount)
  const total = formatCount(people.length)
  const hasSearch = people.length >= searchFrom && (search.tab ?? 'people') === 'people'
  const fillsLine = hasSearch && isPhone && isSearching
  return (
    <div className={classes.head}>
      <Flex align="center" gap="xs" mih={44}>
        {!fillsLine && (
          <Box flex={1} miw={0}>
            {/* The heading of the page says it to screen readers. */}
            <div className={classes.headTitle} aria-hidden>
              {drill && <Tag tone="yellow">{t`Drill`}</Tag>}
              <span dir="auto">{title}</span>
              <RelativeTime at={declaredAt} form="since" />
            </div>
            <Text fz="lg" fw={600} lh={1.2} data-figures role="status">
              <Trans>
                {accounted} of {total} accounted
              </Trans>
            </Text>
          </Box>
        )}
        {hasSearch && (!isPhone || isSearching) && (
          <Flex flex={1} miw={0} justify="flex-end" ref={isPhone ? focusField : undefined}>
            <ListSearch label={t`Search by name`} {...address} />
          </Flex>
        )}
        {hasSearch && isPhone && (
          <ActionIcon
            size={44}
            variant="default"
            aria-label={isSearching ? t`Close search` : t`Search by name`}
            onClick={() => {
              if (isSearching) onSearch({ q: undefined }, { replace: true })
              setIsSearching(!isSearching)
            }}
          >
            {isSearching ? <IconX size="1.25rem" aria-hidden /> : <IconSearch size="1.25rem" aria-hidden />}
          </ActionIcon>
        )}
      </Flex>
      <Progress
        size={4}
        color="green"
        value={people.length === 0 ? 100 : (accountedCount / people.length) * 100}
        aria-label={t`People accounted for`}
      />
      <HelpLink people={people.filter(it => getState(it) === 'help')} search={search} />
    </div>
  )
}

/** Always the same function, so that only the first appearance moves the focus. */
function focusField(box: HTMLDivElement | null) {
  box?.querySelector('input')?.focus()
}

type HelpProps = Pick<CaptainProps, 'search'> & { people: readonly CaptainPerson[] }

function HelpLink({ people, search }: HelpProps) {
  const isFiltered = search.state === 'help' && (search.tab ?? 'people') === 'people'
  if (people.length === 0 && !isFiltered) return null
  const names = formatList(people.slice(0, maxNames).map(it => toShownName(it.name)))
  const others = people.length - maxNames
  const countText = t`${plural(people.length, { one: '# person needs help', other: '# people need help' })}`
  const more = formatCount(others)
  return (
    <Link
      to={paths.captain}
      search={{ emergency: search.emergency, state: isFiltered ? undefined : 'help' }}
      replace
      className={classes.helpLink}
    >
      <IconLifebuoy size="1.25rem" aria-hidden />
      <span className="clamp grow" role="status" dir="auto">
        {countText}
        {people.length > 0 && `: ${others > 0 ? t`${names} and ${more} more` : names}`}
      </span>
      <Box component="span" flex="none" td="underline">
        {isFiltered ? t`Show all` : t`Show`}
      </Box>
    </Link>
  )
}
