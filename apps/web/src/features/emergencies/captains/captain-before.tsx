import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { CaptainEmergencies, CaptainList } from '@muster/contract/captains.ts'
import type { CalledPerson } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { IconClipboardCheck, IconShieldCheck, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { formatCount } from '../../../lib/format-count.ts'
import { formatList } from '../../../lib/format-list.ts'
import { formatClock } from '../../../lib/format-time.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ListSearch } from '../../../ui/forms/search-field.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { VirtualGrid } from '../../../ui/layout/virtual-grid.tsx'
import { CautionNote } from '../../../ui/states/caution-note.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FilteredEmpty } from '../../../ui/states/filtered-empty.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import { stateLabels } from '../emergency-words.ts'
import { TooLong } from './captain-people.tsx'
import { CaptainRow } from './captain-row.tsx'
import type { CaptainProps } from './captain-search.ts'
import { type HeldTick, tickStore } from './held-ticks.ts'
import { filterPeople } from './people-filter.ts'
import { PlaceSelect } from './place-select.tsx'
import { useHeldTicks } from './use-captain.ts'
import { usePlace } from './use-place.ts'

/** People without an account have no id here; two visitors may have the same name. */
const getKey = ({ userId, zoneId, name, phone, insideSince }: CalledPerson) =>
  `${zoneId} ${userId ?? `${name} ${phone} ${insideSince}`}`

const noAccountText = t`Has no account, and can only be marked once your phone knows of the emergency.`

/** Milliseconds for which the page says that the last emergency of the captain’s zones is over. */
const allClearShownMs = 4 * 60 * 60_000

type Props = CaptainProps & { list: CaptainList; recent: CaptainEmergencies['recent'] }

/** The people whom an emergency would call now, held on the phone. Without a network, ticks wait here for the emergency. */
export function CaptainBefore({ list, recent, ...address }: Props) {
  const { userId } = useMe()
  const [place, choosePlace] = usePlace()
  const ticks = useHeldTicks()
  const [isTicking, setIsTicking] = useState(false)
  const showsTicks = isTicking || ticks.length > 0
  const zoneNames = new Map(list.zones.map(it => [it.id, it.name]))
  const tickByUser = new Map(ticks.map(it => [it.userId, it]))
  const people = filterPeople(list.people, address.search.q ?? '')
  const clock = formatClock(new Date(list.at), new Date())
  const tick = (person: CalledPerson, personId: string, state: PersonState) =>
    tickStore.put(userId, {
      requestId: uuidV7(),
      zoneId: person.zoneId,
      userId: personId,
      name: person.name,
      state,
      place,
      at: new Date().toISOString(),
    })
  return (
    <Page
      title={t`Captain`}
      count={list.total}
      countLabel={t`people`}
      subtitle={<span dir="auto">{formatList(list.zones.map(it => it.name))}</span>}
    >
      <Stack>
        <LastAllClear recent={recent} />
        <Group justify="space-between" gap="sm">
          <Text fw={600}>
            <Trans>
              List of {clock}, <RelativeTime at={list.at} />
            </Trans>
          </Text>
          {!showsTicks && list.people.length > 0 && (
            <Button variant="default" mih={44} icon={IconClipboardCheck} onClick={() => setIsTicking(true)}>
              {t`Tick without an emergency`}
            </Button>
          )}
        </Group>
        {showsTicks ? (
          <HeldNote ticks={ticks} onDiscard={() => discard(userId, ticks, () => setIsTicking(false))} />
        ) : (
          <Text c="dimmed">
            <Trans>
              This list is on your phone, also without a network. It’s renewed every minute while Muster is
              open.
            </Trans>
          </Text>
        )}
        <TooLong listed={list.people.length} total={list.total} />
        <PlaceSelect points={list.zones.flatMap(it => it.points)} place={place} onChoose={choosePlace} />
        {list.people.length > 8 && <ListSearch label={t`Search by name`} {...address} />}
        {list.people.length === 0 ? (
          <EmptyState
            icon={IconUsers}
            title={t`Nobody is inside`}
            text={t`An emergency would call nobody in your zones now.`}
          />
        ) : people.length === 0 ? (
          <FilteredEmpty
            title={t`Nobody matches`}
            onClear={() => address.onSearch({ q: undefined }, { replace: true })}
          />
        ) : (
          <VirtualGrid items={people} getKey={getKey} estimate={70} gap={6} minColumn={420} label={t`People`}>
            {person => {
              const { userId: personId } = person
              const tickOfPerson = personId === null ? undefined : tickByUser.get(personId)
              return (
                <CaptainRow
                  person={{
                    ...person,
                    zoneName: list.zones.length > 1 ? (zoneNames.get(person.zoneId) ?? null) : null,
                  }}
                  state={tickOfPerson?.state ?? 'missing'}
                  waiting={tickOfPerson && toTickText(tickOfPerson)}
                  onTick={
                    showsTicks && personId !== null ? state => tick(person, personId, state) : undefined
                  }
                  {...(showsTicks && personId === null && { noTickText: noAccountText })}
                />
              )
            }}
          </VirtualGrid>
        )}
      </Stack>
    </Page>
  )
}

/** Says that the emergency is over, because the list of its people has just given way to the ordinary one. */
function LastAllClear({ recent }: Pick<Props, 'recent'>) {
  const now = useNow()
  const last = recent
    .flatMap(it => it.allClearAt ?? [])
    .sort()
    .at(-1)
  if (last === undefined || now - Date.parse(last) > allClearShownMs) return null
  return (
    <Group gap="xs" role="status">
      <Tag tone="good" icon={IconShieldCheck}>
        <Trans>
          All clear <RelativeTime at={last} form="clock" />
        </Trans>
      </Tag>
      <Text>{t`The emergency is over. This is the list for the next one.`}</Text>
    </Group>
  )
}

function discard(userId: string, ticks: readonly HeldTick[], onDone: () => void) {
  tickStore.remove(userId, new Set(ticks.map(it => it.requestId)))
  onDone()
}

function toTickText({ state, place, at }: HeldTick): string {
  const clock = formatClock(new Date(at), new Date())
  const parts = [stateLabels[state], clock, place].filter(Boolean).join(' · ')
  return t`${parts} · kept on this phone`
}

/** Says what happens to ticks while the phone knows of no emergency. */
function HeldNote({ ticks, onDiscard }: { ticks: readonly HeldTick[]; onDiscard: () => void }) {
  const count = formatCount(ticks.length)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <CautionNote>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Discard the ticks?`}
        confirmLabel={t`Discard them`}
        workingLabel={t`Discarding…`}
        onConfirm={async () => onDiscard()}
        failure={t`The ticks couldn’t be discarded. Try again.`}
      >
        {t`They were not sent to anyone, and can’t be restored.`}
      </ConfirmDialog>
      <Stack gap="xs">
        <Text inherit>
          <Trans>
            Your phone knows of no emergency yet. Ticks are kept here and sent as soon as it does, with the
            time of each tick. After a day they are deleted.
          </Trans>
        </Text>
        <Group gap="sm">
          <Text inherit fw={600}>
            <Trans>{count} kept</Trans>
          </Text>
          <Button
            variant="default"
            mih={44}
            onClick={() => (ticks.length === 0 ? onDiscard() : setIsAsking(true))}
          >
            {ticks.length === 0 ? t`Stop ticking` : t`Discard them`}
          </Button>
        </Group>
      </Stack>
    </CautionNote>
  )
}
