import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../lib/paths.ts'
import { moreZonesText, useZoneChoice } from '../lib/session/use-zone-choice.ts'
import { Select } from './forms/select.tsx'
import { EmptyState } from './states/empty-state.tsx'

const textsBySubject = {
  users: [t`Please select a zone to view users`, t`People are listed by zone.`],
  groups: [t`Please select a zone to view groups`, t`Groups are listed by zone.`],
  badges: [t`Please select a zone to view badges`, t`Badges and their readers belong to a zone.`],
  reports: [t`Please select a zone to view reports`, t`Reports are shown by zone.`],
  emergencyPlan: [t`Please select a zone to view its emergency plan`, t`Each zone has its own plan.`],
  files: [t`Please select a zone to view files`, t`Files are stored by zone.`],
  notifications: [
    t`Please select a zone to view hazards`,
    t`Each hazard belongs to the zone it was reported in.`,
  ],
} as const

type Props = {
  /** The page that needs a zone. */
  of?: keyof typeof textsBySubject
  /** Only for internal admins. Without it, a button leads to the zone selection page, which asks for the PIN. */
  onPick?: ((zoneId: string) => void) | undefined
}

/** The empty state of a page that needs a selected zone. Lets the person select one. */
export function PickZone({ of = 'users', onPick }: Props) {
  const [title, text] = textsBySubject[of]
  return (
    <EmptyState icon={IconMapPin} title={title} text={text}>
      {onPick ? (
        <ZoneSelect zone={undefined} onPick={({ id }) => onPick(id)} />
      ) : (
        <Button component={Link} to={paths.zoneSelection}>
          {t`Select Zone`}
        </Button>
      )}
    </EmptyState>
  )
}

type SelectProps = {
  zone: MyZone | undefined
  onPick: (zone: MyZone) => void
  /** Shown above the field; without it, only screen readers get a label. */
  label?: string
  /** Called when "All zones" is selected. Set it only for people who may see everybody. If omitted, that option is not offered. */
  onPickAll?: () => void
  /** Zones that come before the others, which need not be among the person's own ones that are listed. */
  first?: readonly { id: string; label: string; isChosen: boolean; onPick: () => void }[]
  toLabel?: (zone: MyZone) => string
  required?: boolean
  error?: string | undefined
  w?: string
  className?: string | undefined
}

const allValue = 'all'
const moreValue = 'more'
const noZones: NonNullable<SelectProps['first']> = []
const getZoneName = ({ name }: MyZone) => name

/** A select for the person's own zones, recently used ones first. If there are too many to list, typing finds the others. */
export function ZoneSelect({
  zone,
  onPick,
  label,
  onPickAll,
  first = noZones,
  toLabel = getZoneName,
  required,
  error,
  w,
  className,
}: SelectProps) {
  const [typedText, setTypedText] = useState('')
  const allText = t`All zones`
  // The field also contains the label of the selected zone, which was not typed.
  const isTyped =
    typedText !== '' &&
    typedText !== allText &&
    !(zone && typedText === toLabel(zone)) &&
    !first.some(it => it.isChosen && it.label === typedText)
  const matchesFirst = (id: string) =>
    first.some(it => it.id === id && it.label.toLowerCase().includes(typedText.trim().toLowerCase()))
  const choice = useZoneChoice(isTyped ? typedText : '', 50)
  const listedZones =
    zone && !choice.zones.some(({ id }) => id === zone.id) ? [zone, ...choice.zones] : choice.zones
  const matchIds = new Set(choice.zones.map(({ id }) => id))
  return (
    <Select
      className={className}
      required={required}
      error={error}
      label={label}
      aria-label={label ? undefined : t`Zone`}
      placeholder={t`Select a zone`}
      data={[
        ...first.map(({ id, label: text }) => ({ value: id, label: text })),
        ...(onPickAll ? [{ value: allValue, label: allText }] : []),
        ...listedZones
          .filter(option => !first.some(it => it.id === option.id))
          .map(option => ({ value: option.id, label: toLabel(option) })),
        ...(choice.complete ? [] : [{ value: moreValue, label: moreZonesText, disabled: true }]),
      ]}
      value={first.find(it => it.isChosen)?.id ?? zone?.id ?? (onPickAll ? allValue : null)}
      onChange={id => {
        const pickedFirst = first.find(option => option.id === id)
        const pickedZone = listedZones.find(option => option.id === id)
        if (id === allValue) onPickAll?.()
        else if (pickedFirst) pickedFirst.onPick()
        else if (pickedZone) onPick(pickedZone)
      }}
      searchable
      searchValue={typedText}
      onSearchChange={setTypedText}
      // Keep every result, because the text may match a zone's description.
      filter={({ options }) =>
        options.filter(
          option =>
            'value' in option &&
            (matchesFirst(option.value) ||
              matchIds.has(option.value) ||
              !isTyped ||
              option.value === moreValue),
        )
      }
      allowDeselect={false}
      nothingFoundMessage={getEmptyText(choice)}
      w={w ?? 240}
      maw="100%"
    />
  )
}

function getEmptyText({ rows, failed, retrying }: ReturnType<typeof useZoneChoice>): string {
  if (failed) return t`Zones couldn’t be searched. Try again.`
  return !rows || retrying ? t`Searching for zones…` : t`No zone with this name`
}
