import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { ListedZone, Zone } from '@muster/contract/zones.ts'
import { can } from '@muster/domain/permission.ts'
import { IconCurrentLocation } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { createPageRequest } from '../../../lib/page-request.ts'
import type { SearchProps } from '../../../lib/search-props.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import type { SelectableList } from '../../../lib/use-pages.ts'
import { List } from '../../../ui/layout/list.tsx'
import { offerAll } from '../../../ui/layout/selection-bar.tsx'
import { SelectBox } from '../../../ui/people/select-box.tsx'
import { usePeopleSelection } from '../../../ui/people/use-people-selection.ts'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import { MyZonePresence, ZoneCheck } from '../../presence/public.ts'
import type { ZonesSearch } from '../filter-zones.ts'
import type { OpenZoneAction } from '../use-zone-dialogs.tsx'
import { ViewZoneButton } from '../view-zone-button.tsx'
import { ZoneColumnHeads } from './zone-order.tsx'
import { ZoneRow } from './zone-row.tsx'
import { ZoneRowMenu } from './zone-row-menu.tsx'
import classes from './zone-rows.module.css'
import { useBulkZones, ZonesBar } from './zones-bar.tsx'

type Row = ListedZone | Zone
type Props = Omit<
  ComponentProps<typeof List<Row>>,
  'list' | 'children' | 'getKey' | 'estimate' | 'skeleton'
> & {
  list: SelectableList<Row>
  address: SearchProps<ZonesSearch>
  /** The number of zones that match the search and filters; undefined until known. */
  matching: number | undefined
  open: OpenZoneAction
  openRow: (id: string) => { isOpen: boolean; onOpen: () => void }
  /** The distance of the zone from the person, once located. */
  renderDistance: (zone: Row) => ReactNode
  /** False if only the server knows all rows, and it lists them by name only. */
  isSortable: boolean
}

/** The zones as rows for admins: sorted by their columns, each with one menu, and selected for changes of several. */
export function ZoneRows({
  address,
  matching,
  open,
  openRow,
  renderDistance,
  isSortable,
  ...listProps
}: Props) {
  const { profile } = useMe()
  const { q, status, organisation } = address.search
  const selection = usePeopleSelection([q, status, organisation].join(' '))
  // A new object for each request, so that a second one for the same zone renders its row again.
  const [checked, setChecked] = useState<{ zoneId: string }>()
  const [checkRequest] = useState(createPageRequest)
  const bulk = useBulkZones()
  const rows = listProps.list.rows ?? []
  const maySelect = can(profile.role, 'suspend_zones')
  // Zones that no filter shows any more are not changed unseen.
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  const rowIds = rows.map(({ id }) => id)
  const hasMembers = rows.some(zone => 'members' in zone)
  const areAllSelected = rows.length > 0 && selected.length === rows.length
  return (
    <>
      <div
        className={classes.list}
        data-members={hasMembers || undefined}
        data-selects={maySelect || undefined}
      >
        {isSortable && rows.length > 0 && (
          <ZoneColumnHeads {...address} hasMembers={hasMembers}>
            {maySelect && (
              <SelectBox
                label={t`Select all zones loaded`}
                checked={areAllSelected}
                indeterminate={selected.length > 0 && !areAllSelected}
                onToggle={() => selection.select(areAllSelected ? [] : rowIds)}
              />
            )}
          </ZoneColumnHeads>
        )}
        <List
          {...listProps}
          skeleton={<ListSkeleton />}
          getKey={({ id }) => id}
          estimate={72}
          minColumn={10_000}
          gap={8}
        >
          {zone => (
            <ZoneRow
              zone={zone}
              isSelected={selection.ids.has(zone.id)}
              onSelect={maySelect ? () => selection.toggle(zone.id, rowIds, false) : undefined}
              actions={
                <>
                  {zone.status === 'active' && (
                    <Button
                      variant="default"
                      className={classes.checkButton}
                      onClick={() => {
                        checkRequest.make()
                        setChecked({ zoneId: zone.id })
                      }}
                    >
                      <IconCurrentLocation size="1.125rem" aria-hidden />
                      <span className={classes.checkWords}>{t`Check Position`}</span>
                    </Button>
                  )}
                  <ViewZoneButton zone={zone} {...openRow(zone.id)} />
                  <ZoneRowMenu
                    zone={zone}
                    open={open}
                    onBulk={act => bulk.open(act, { zones: [zone], endsSelection: false })}
                  />
                </>
              }
            >
              {renderDistance(zone)}
              {checked?.zoneId === zone.id ? (
                <ZoneCheck zone={zone} screen="zone" onlyOnceChecked request={checkRequest} />
              ) : (
                <MyZonePresence zoneId={zone.id} recent={0} onlyOnceChecked />
              )}
            </ZoneRow>
          )}
        </List>
      </div>
      <ZonesBar
        selected={selected}
        total={matching}
        all={offerAll(listProps.list, selection, { getKey: ({ id }) => id, total: matching })}
        bulk={bulk}
        onSelect={selection.select}
      />
    </>
  )
}
