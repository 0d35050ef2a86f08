import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Flex, Text, TextInput } from '@mantine/core'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { parseCoordinates } from '@muster/domain/geo/parse-coordinates.ts'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { useIsPhone } from '../../../ui/layout/use-screen.ts'
import { Name } from '../../../ui/people/name.tsx'
import classes from './place-search.module.css'

type FoundPlace = { name: string; at: LatLng }
type Props = {
  onPick: (place: FoundPlace) => void
  /** True if only zones and coordinates are found, because the search for places is off. */
  isOff?: boolean
}

/** Understands the name of a zone, coordinates in common notations, and places that the installation's geocoder knows. */
export function PlaceSearch({ onPick, isOff = false }: Props) {
  const [text, setText] = useState('')
  const isPhone = useIsPhone()
  const searchAction = useAct({
    call: async (q: string) => {
      const { zones, places, geocoder } = await api.zones.places({ q })
      const results = [...zones.map(({ name, center }) => ({ name, at: center })), ...places]
      return { results, hasPlaces: places.length > 0, geocoder }
    },
  })
  const submit = () => {
    const q = text.trim()
    const typedCoordinates = parseCoordinates(q)
    if (typedCoordinates) {
      searchAction.reset()
      onPick({ name: formatPlace(typedCoordinates.at), at: typedCoordinates.at })
    } else if (q.length > 1) searchAction.mutate(q)
  }
  const choose = (place: FoundPlace) => {
    searchAction.reset()
    onPick(place)
  }
  return (
    <search>
      {/* Not a form of its own, because the search is also a part of forms, which Enter must not send. */}
      <Flex wrap="wrap" align="center" gap="xs">
        <TextInput
          aria-label={t`Search for a place`}
          placeholder={isPhone ? t`Zone or place` : t`A zone, a place or 28.6139, 77.2090`}
          type="search"
          maxLength={120}
          autoComplete="off"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={(event: KeyboardEvent) => {
            // Enter that ends the input of a Chinese or Japanese word does not search.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            submit()
          }}
          leftSection={<IconSearch size="1.125rem" aria-hidden />}
          flex="1 1 200px"
        />
        <Button variant="default" onClick={submit} loading={searchAction.isPending}>
          {t`Search`}
        </Button>
      </Flex>
      {isOff && (
        <Text size="xs" c="dimmed" mt={4}>
          <Trans>
            Finds zones and coordinates. Towns and streets are off; a super admin can turn them on in Map
            settings.
          </Trans>
        </Text>
      )}
      <div role="status" className={classes.status}>
        {searchAction.isError && errorText(searchAction.error, t`The search failed. Try again.`)}
        {searchAction.data?.results.length === 0 &&
          (searchAction.data.geocoder === 'unavailable'
            ? t`Place search isn’t responding. You can still search for zones and coordinates.`
            : searchAction.data.geocoder === 'none'
              ? t`No zone with this name. To find towns and streets, ask an administrator to turn on place search.`
              : t`No results. Try the name of a zone, or coordinates.`)}
      </div>
      {searchAction.data && searchAction.data.results.length > 0 && (
        <Flex component="ul" direction="column" m="8px 0 0" aria-label={t`Results`}>
          {searchAction.data.results.map(place => (
            <li key={`${place.name} ${formatPlace(place.at)}`}>
              <button type="button" className={classes.place} onClick={() => choose(place)}>
                <Name>{place.name}</Name>{' '}
                <Text span inherit c="dimmed" data-figures>
                  {formatPlace(place.at)}
                </Text>
              </button>
            </li>
          ))}
        </Flex>
      )}
      {searchAction.data?.hasPlaces && (
        <Text size="xs" c="dimmed" mt={4}>
          <Trans>
            Places:{' '}
            <Anchor
              c="inherit"
              underline="always"
              href="https://www.openstreetmap.org/copyright"
              target="_blank"
              rel="noreferrer"
            >
              © OpenStreetMap contributors
            </Anchor>
          </Trans>
        </Text>
      )}
    </search>
  )
}
