import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Group, SegmentedControl, Stack } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { type VisitState, visitStates, visitWays } from '@muster/domain/visitor.ts'
import { IconChecklist, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { readFilters } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Button } from '../../ui/button.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SelectionBar } from '../../ui/layout/selection-bar.tsx'
import { SelectBox } from '../../ui/people/select-box.tsx'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { SignOutMany } from './sign-out-many.tsx'
import { VisitRow } from './visit-row.tsx'
import { VisitorDialog } from './visitor-dialog.tsx'
import { listLabels, wayLabels } from './visitor-words.ts'
import type { VisitorsProps } from './visitors-search.ts'
import { VisitorsSetup } from './visitors-setup.tsx'

/** The visitors of the selected zone: who is here, expected and has left. Members see those whom they host. */
export function VisitorsPage(address: VisitorsProps) {
  const { zone, isZoneBound, select } = useSelectedZone()
  if (!zone)
    return (
      <Page title={t`Visitors`}>
        {isZoneBound ? (
          <PickZone />
        ) : (
          <ZoneSelect zone={undefined} label={t`Zone`} onPick={({ id }) => select(id)} />
        )}
      </Page>
    )
  return <ZoneVisitors key={zone.id} zone={zone} {...address} />
}

function ZoneVisitors({ zone, ...address }: VisitorsProps & { zone: MyZone }) {
  const { search, onSearch } = address
  const { may, isZoneBound, select, unselect } = useSelectedZone()
  const zoneId = zone.id
  useFeedTopic(zoneTopic(zoneId))
  const state = search.list ?? 'inside'
  const q = useDebouncedText(search.q?.trim())
  const { way } = search
  const counts = useQuery(
    orpc.visitors.counts.queryOptions({
      input: { zoneId, ...(way && { way }), ...(q !== undefined && { search: q }) },
    }),
  )
  const list = usePages(orpc.visitors.list, { zoneId, state, way, search: q })
  const mayReceive = may('link_users')
  const seesAll = may('view_attendance')
  // Kept while other visitors sign in and out; undefined while nobody is selected one by one.
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>()
  const selectRef = useRef<HTMLButtonElement>(null)
  // Nobody whom the list no longer shows stays selected.
  const filter = [state, way, q].join(' ')
  const [selectionFilter, setSelectionFilter] = useState(filter)
  if (filter !== selectionFilter) {
    setSelectionFilter(filter)
    setSelectedIds(ids => ids && new Set())
  }
  const rows = list.rows ?? []
  const selected = selectedIds && rows.filter(it => selectedIds.has(it.id))
  const isSelecting = mayReceive && state === 'inside' && selectedIds !== undefined
  const toggle = (id: string) =>
    setSelectedIds(ids => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const setList = (value: string) =>
    onSearch(
      { list: value === 'inside' ? undefined : visitStates.find(it => it === value) },
      { replace: true },
    )
  const addLabel = mayReceive ? t`Add visitor` : t`Invite a visitor`
  return (
    <Page
      title={t`Visitors`}
      subtitle={<span dir="auto">{zone.name}</span>}
      secondary={
        <>
          {!isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} onPickAll={unselect} />}
          <VisitorsSetup zone={zone} mayReceive={mayReceive} mayExport={seesAll} />
        </>
      }
      action={
        <Button icon={IconUserPlus} onClick={() => onSearch({ add: true })}>
          {addLabel}
        </Button>
      }
      toolbar={<ListSearch label={t`Search by name or company`} {...address} />}
    >
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          styles={{ label: { minHeight: 40, alignContent: 'center' } }}
          aria-label={t`Show`}
          value={state}
          onChange={setList}
          data={visitStates.map(value => ({
            value,
            label: <TabLabel state={value} count={counts.data?.[value]} />,
          }))}
        />
        {seesAll && (
          <Group gap="sm" align="flex-end">
            <Select
              label={t`How they signed in`}
              flex="1 1 9rem"
              maw={260}
              data={visitWays.map(value => ({ value, label: wayLabels[value] }))}
              value={way ?? null}
              placeholder={t`Any`}
              onChange={value => onSearch({ way: visitWays.find(it => it === value) }, { replace: true })}
              clearable
            />
            {mayReceive && state === 'inside' && (
              <>
                {(rows.length > 0 || isSelecting) && (
                  <Button
                    ref={selectRef}
                    variant="default"
                    icon={IconChecklist}
                    aria-pressed={isSelecting}
                    onClick={() => setSelectedIds(isSelecting ? undefined : new Set())}
                  >
                    {isSelecting ? t`Stop selecting` : t`Select`}
                  </Button>
                )}
                {!isSelecting && (way !== undefined || q !== undefined) && (
                  <SignOutMany
                    zoneId={zoneId}
                    choice={{ ...(way && { way }), ...(q !== undefined && { search: q }) }}
                    visitors={counts.data?.inside}
                  />
                )}
              </>
            )}
          </Group>
        )}
        <List
          list={list}
          label={listLabels[state]}
          getKey={it => it.id}
          estimate={92}
          minColumn={1_000}
          gap={8}
          failure={t`Failed to load visitors`}
          filters={readFilters(address, 'q', 'way')}
          emptyTexts={[t`No visitors found`]}
          empty={<NoVisitors state={state} mayReceive={mayReceive} />}
        >
          {visit => {
            const { id, name } = visit
            const row = <VisitRow visit={visit} mayReceive={mayReceive} />
            if (!isSelecting) return row
            return (
              <Group gap={4} wrap="nowrap">
                <SelectBox
                  label={t`Select ${name}`}
                  checked={selectedIds.has(id)}
                  onToggle={() => toggle(id)}
                />
                <div style={{ flex: 1, minWidth: 0 }}>{row}</div>
              </Group>
            )
          }}
        </List>
        {isSelecting && selected && (
          <SelectionBar count={selected.length} onNone={() => setSelectedIds(new Set())}>
            <SignOutMany
              zoneId={zoneId}
              choice={{ visitIds: selected.map(it => it.id) }}
              visitors={selected.length}
              isShort
              onDone={() => {
                setSelectedIds(undefined)
                selectRef.current?.focus()
              }}
            />
          </SelectionBar>
        )}
      </Stack>
      <VisitorDialog
        zoneId={zoneId}
        mayReceive={mayReceive}
        opened={search.add === true}
        onClose={() => onSearch({ add: undefined }, { replace: true })}
      />
    </Page>
  )
}

function TabLabel({ state, count }: { state: VisitState; count: number | undefined }) {
  return (
    <Flex component="span" align="center" justify="center" gap={6}>
      <span>{listLabels[state]}</span>
      {count !== undefined && (
        <Flex component="span" fw={600} data-figures>
          {formatCount(count)}
        </Flex>
      )}
    </Flex>
  )
}

function NoVisitors({ state, mayReceive }: { state: VisitState; mayReceive: boolean }) {
  const texts: Readonly<Record<VisitState, string>> = {
    inside: t`Nobody is visiting right now`,
    expected: t`No visitor is expected`,
    past: t`No visits yet`,
  }
  return (
    <EmptyState
      icon={IconUsers}
      title={texts[state]}
      text={
        mayReceive ? (
          <Trans>
            Visitors sign in at a kiosk or with the poster’s code, or you add them. They count in emergencies.
          </Trans>
        ) : (
          t`Invite a visitor, and you get an alert when they sign in.`
        )
      }
    />
  )
}
