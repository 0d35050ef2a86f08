import { t } from '@lingui/core/macro'
import { type AssignedFilter, hazardSeverities, hazardStatuses, isUnsettled } from '@muster/domain/hazard.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import { FilterToggle } from '../../ui/forms/filter-toggle.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { severityLabels, statusLabels } from './hazard-words.ts'
import classes from './hazards.module.css'
import type { HazardsProps } from './hazards-search.ts'

/** Search and filters. They narrow the list together; "Mine" and "Unassigned" together show what is mine or could be. */
export function HazardFilters(address: HazardsProps) {
  const { search, onSearch } = address
  const { may } = useSelectedZone()
  const isSettledStatus = search.status !== undefined && !isUnsettled(search.status)
  const isMine = search.assigned === 'me' || search.assigned === 'me_or_nobody'
  const isUnassigned = search.assigned === 'nobody' || search.assigned === 'me_or_nobody'
  return (
    <>
      <ListSearch label={t`Search hazards`} {...address} />
      <FilterSelect
        {...address}
        field="severity"
        label={t`Severity`}
        all={t`All severities`}
        choices={hazardSeverities.map(value => ({ value, label: severityLabels[value] }))}
        className={classes.choice}
      />
      <FilterSelect
        search={search}
        // A resolved or closed hazard is not overdue, so both together would show nothing.
        onSearch={({ status }, options) => {
          const clearsOverdue = status !== undefined && !isUnsettled(status)
          onSearch({ status, ...(clearsOverdue && { overdue: undefined }) }, options)
        }}
        field="status"
        label={t`Status`}
        all={t`All statuses`}
        choices={hazardStatuses.map(value => ({ value, label: statusLabels[value] }))}
        className={classes.choice}
      />
      <fieldset className={classes.toggles} aria-label={t`Filters and order`}>
        <FilterToggle
          label={t`Overdue`}
          pressed={search.overdue === true}
          onToggle={pressed =>
            onSearch(
              { overdue: pressed || undefined, ...(pressed && isSettledStatus && { status: undefined }) },
              { replace: true },
            )
          }
        />
        <FilterToggle
          label={t`Mine`}
          fullLabel={t`Mine: assigned to me`}
          pressed={isMine}
          onToggle={pressed => onSearch({ assigned: toAssigned(pressed, isUnassigned) }, { replace: true })}
        />
        <FilterToggle
          label={t`Unassigned`}
          pressed={isUnassigned}
          onToggle={pressed => onSearch({ assigned: toAssigned(isMine, pressed) }, { replace: true })}
        />
        {may('manage_hazards') && (
          <FilterToggle
            label={t`Mine first`}
            pressed={!search.newest}
            onToggle={pressed => onSearch({ newest: pressed ? undefined : true }, { replace: true })}
          />
        )}
      </fieldset>
    </>
  )
}

const toAssigned = (isMine: boolean, isUnassigned: boolean): AssignedFilter | undefined =>
  isMine ? (isUnassigned ? 'me_or_nobody' : 'me') : isUnassigned ? 'nobody' : undefined
