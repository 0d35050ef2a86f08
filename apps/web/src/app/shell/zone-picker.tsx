import { t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconCheck, IconChevronDown, IconMapPin, IconSettings2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { InsideMark } from '../../features/presence/public.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { moreZonesText, useZoneChoice } from '../../lib/session/use-zone-choice.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Menu } from '../../ui/layout/menu.tsx'
import { Name } from '../../ui/people/name.tsx'
import classes from './shell.module.css'
import { useChooseZone } from './use-choose-zone.ts'

type Props = {
  onDone?: () => void
  /** Renders a quieter, shorter form, because the page below the header has its own primary button. */
  inHeader?: boolean
}

/** Renders nothing for internal admins and people without zones. A zone whose PIN has not been entered opens the zone selection. */
export function ZonePicker({ onDone, inHeader = false }: Props) {
  const chooseZone = useChooseZone()
  const { zone, availableZones, isZoneBound } = useSelectedZone()
  if (!isZoneBound || availableZones.length === 0) return null
  if (!zone && inHeader) {
    return (
      <Link to={paths.zoneSelection} className={classes.zone} onClick={onDone} data-small-target>
        <IconMapPin size="1.125rem" aria-hidden />
        <span className={classes.zoneName}>{t`Select Zone`}</span>
      </Link>
    )
  }
  if (!zone) {
    return (
      <Button component={Link} to={paths.zoneSelection} icon={IconMapPin} onClick={onDone} fullWidth>
        {t`Select Zone`}
      </Button>
    )
  }
  const choose = (id: string) => {
    onDone?.()
    chooseZone(id)
  }
  return (
    <Menu position="bottom-start" width={248} shadow="md" withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes.zone}
          aria-label={t`Selected Zone: ${{ zone: zone.name }}`}
          title={zone.name}
          // In a phone's header, the touch target includes the title above it.
          data-small-target={inHeader || undefined}
        >
          <IconMapPin size="1.125rem" aria-hidden />
          <Name className={classes.zoneName}>{zone.name}</Name>
          <IconChevronDown size="1rem" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t`Available Zones`}</Menu.Label>
        <ZoneItems selected={zone} onChoose={choose} />
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={paths.zoneSelection}
          onClick={onDone}
          icon={IconSettings2}
          iconSize="1rem"
        >
          {t`Manage Zones`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The zones to choose from, recently used ones first, with a search field if there are many. */
function ZoneItems({ selected, onChoose }: { selected: MyZone; onChoose: (zoneId: string) => void }) {
  const [text, setText] = useState('')
  const { zones, complete, failed, retrying, isWorthSearching, nearestId } = useZoneChoice(text, 20)
  const emptyText = failed ? t`Zones couldn’t be searched. Try again.` : t`No zone with this name`
  return (
    <>
      {isWorthSearching && (
        <Group wrap="nowrap" align="stretch" gap={0} p="4px 8px 8px">
          <SearchField label={t`Search zones`} value={text} onChange={setText} />
        </Group>
      )}
      <div className={classes.zoneItems}>
        {zones.map(zone => (
          <Menu.Item
            key={zone.id}
            onClick={() => onChoose(zone.id)}
            rightSection={
              <>
                {zone.id === nearestId && (
                  <Tag tone="info" icon={IconMapPin}>
                    {t`Nearest`}
                  </Tag>
                )}
                <InsideMark zoneId={zone.id} />
                {zone.id === selected.id && <IconCheck size="1rem" aria-label={t`Selected`} />}
              </>
            }
          >
            <Name>{zone.name}</Name>
          </Menu.Item>
        ))}
        {zones.length === 0 && (
          <Menu.Label role="status">{retrying ? t`Searching for zones…` : emptyText}</Menu.Label>
        )}
        {!complete && zones.length > 0 && <Menu.Label>{moreZonesText}</Menu.Label>}
      </div>
    </>
  )
}
