import { Select, Textarea } from '@mantine/core'
import type { FormErrors, GetInputPropsReturnType } from '@mantine/form'
import { limits } from '@muster/domain/limits.ts'
import { can } from '@muster/domain/permission.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { OrganisationSelect } from './organisation-select.tsx'
import { useOrganisations } from './use-organisations.ts'

/** Part of every form that creates zones: the organisation, where there is one to choose, and a note to those who approve it. */
export type NewZonePlace = { organisationId: string | null; note: string }
export const noPlace: NewZonePlace = { organisationId: null, note: '' }

type Form = {
  values: NewZonePlace
  getInputProps: (field: keyof NewZonePlace) => GetInputPropsReturnType
}
type Options = {
  /** Waits for approval whatever the organisation asks for. */
  asRequest?: boolean
}

/**
 * Whose a new zone is and whether it opens at once, for every form that creates one. `errors` is part of the form's rules; `in` says
 * for the form what is shown and sent.
 */
export function useNewZonePlace({ asRequest = false }: Options = {}) {
  const { profile } = useMe()
  const { several, own, managed, seesAll, isPending, failed, retry, retrying } = useOrganisations()
  const opensAtOnce = can(profile.role, 'view_all_zones')
  const mustChoose = !seesAll && managed.length > 1
  /** A kept choice counts while it is still theirs. */
  const chosenIn = ({ organisationId }: NewZonePlace) =>
    seesAll ? (organisationId ?? undefined) : managed.find(({ id }) => id === organisationId)?.id
  /** Undefined while that is not known, or depends on a choice that is not made yet. */
  const waitsIn = (organisationId: string | undefined): boolean | undefined => {
    if (asRequest || opensAtOnce) return asRequest
    if (isPending || failed) return undefined
    // Zones of somebody who looks after no organisation open at once only where there is a single one.
    if (managed.length === 0) return several || own.some(it => it.needsApproval)
    const its = managed.find(({ id }) => id === organisationId)
    const [first, ...others] = (its ? [its] : managed).map(it => it.needsApproval)
    return others.every(waits => waits === first) ? first : undefined
  }

  return {
    errors: (values: NewZonePlace): FormErrors =>
      mustChoose && chosenIn(values) === undefined ? { organisationId: 'Choose an organisation' } : {},

    in: ({ values, getInputProps }: Form) => {
      const organisationId = chosenIn(values)
      const waits = waitsIn(organisationId)
      const needsApproval = waits === true
      const chooses = getInputProps('organisationId')
      return {
        /** True where the zone waits until it is approved; undefined while that is not known. */
        waits,
        /** Sent with the new zone. */
        sent: { organisationId, ...(needsApproval && { note: values.note }) },
        /** The button that creates it, and what it says meanwhile. */
        act: needsApproval ? 'Send for approval' : waits === false ? 'Create Zone' : 'Submit zone',
        acting: needsApproval ? 'Sending…' : waits === false ? 'Creating…' : 'Submitting…',
        field: (
          <>
            {failed && (
              <FailedLine text="Failed to load your organisations" onRetry={retry} retrying={retrying} />
            )}
            {several && seesAll && (
              <OrganisationSelect
                label="Organisation"
                description="Leave it empty for the default organisation."
                {...chooses}
                value={organisationId}
                onChange={id => chooses.onChange(id ?? null)}
              />
            )}
            {mustChoose && (
              <Select
                label="Organisation"
                required
                placeholder="Choose an organisation"
                data={managed.map(({ id, name, suspended }) => ({
                  value: id,
                  label: suspended ? `${name} (suspended)` : name,
                  disabled: suspended,
                }))}
                {...chooses}
                value={organisationId ?? null}
              />
            )}
            {needsApproval && (
              <>
                <Textarea
                  label="Note for the administrators"
                  description="Optional: why the zone is needed."
                  rows={2}
                  resize="vertical"
                  maxLength={limits.zoneRequestNoteLength}
                  {...getInputProps('note')}
                />
                <p>An administrator looks at this zone first. You are told once it is decided.</p>
              </>
            )}
          </>
        ),
      }
    },
  }
}
