import { t } from '@lingui/core/macro'
import { Textarea } from '@mantine/core'
import type { FormErrors, GetInputPropsReturnType } from '@mantine/form'
import { limits } from '@muster/domain/limits.ts'
import { can } from '@muster/domain/permission.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Select } from '../../ui/forms/select.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { OrganisationSelect } from './organisation-select.tsx'
import { useOrganisations } from './use-organisations.ts'

/** The values shared by all forms that create zones: the organisation, if there is a choice, and a note to the approvers. */
export type NewZonePlace = { organisationId: string | null; note: string }
export const noPlace: NewZonePlace = { organisationId: null, note: '' }

type ZoneForm = {
  values: NewZonePlace
  getInputProps: (field: keyof NewZonePlace) => GetInputPropsReturnType
}
type Options = {
  /** Requests approval even if the organisation does not require it. */
  asRequest?: boolean
}

/** Every form that creates zones uses it. `errors` validates the values; `in` returns the fields to render and the values to send. */
export function useNewZonePlace({ asRequest = false }: Options = {}) {
  const { profile } = useMe()
  const { several, own, managed, seesAll, isPending, failed, error, retry, retrying } = useOrganisations()
  const opensAtOnce = can(profile.role, 'view_all_zones')
  const mustChoose = !seesAll && managed.length > 1
  /** Returns the id of the selected organisation; undefined if the person may no longer select it. */
  const toOrganisationId = ({ organisationId }: NewZonePlace) =>
    seesAll ? (organisationId ?? undefined) : managed.find(({ id }) => id === organisationId)?.id
  /** True if the zone needs approval; undefined while unknown, or while it depends on a selection that has not been made. */
  const mustWait = (organisationId: string | undefined): boolean | undefined => {
    if (asRequest || opensAtOnce) return asRequest
    if (isPending || failed) return undefined
    // Zones of people who manage no organisation open immediately only if there is a single organisation, and it needs no approval.
    if (managed.length === 0) return several || own.some(it => it.needsApproval)
    const selectedOrganisation = managed.find(({ id }) => id === organisationId)
    const [first, ...others] = (selectedOrganisation ? [selectedOrganisation] : managed).map(
      it => it.needsApproval,
    )
    return others.every(waits => waits === first) ? first : undefined
  }

  return {
    errors: (values: NewZonePlace): FormErrors =>
      mustChoose && toOrganisationId(values) === undefined
        ? { organisationId: t`Choose an organisation` }
        : {},

    in: ({ values, getInputProps }: ZoneForm) => {
      const organisationId = toOrganisationId(values)
      const waits = mustWait(organisationId)
      const needsApproval = waits === true
      const organisationInput = getInputProps('organisationId')
      return {
        /** True if the zone waits for approval; undefined while unknown. */
        waits,
        sent: { organisationId, ...(needsApproval && { note: values.note }) },
        act: needsApproval ? t`Send for approval` : waits === false ? t`Create Zone` : t`Submit zone`,
        acting: needsApproval ? t`Sending…` : waits === false ? t`Creating…` : t`Submitting…`,
        field: (
          <>
            {failed && (
              <FailedLine text={t`Failed to load your organisations`} list={{ error, retry, retrying }} />
            )}
            {several && seesAll && (
              <OrganisationSelect
                label={t`Organisation`}
                description={t`Leave empty for the default organisation.`}
                {...organisationInput}
                value={organisationId}
                onChange={id => organisationInput.onChange(id ?? null)}
              />
            )}
            {mustChoose && (
              <Select
                label={t`Organisation`}
                required
                placeholder={t`Choose an organisation`}
                data={managed.map(({ id, name, suspended }) => ({
                  value: id,
                  label: suspended ? t`${name} (suspended)` : name,
                  disabled: suspended,
                }))}
                {...organisationInput}
                value={organisationId ?? null}
              />
            )}
            {needsApproval && (
              <>
                <Textarea
                  label={t`Note for the administrators`}
                  description={t`Optional: why the zone is needed.`}
                  rows={2}
                  resize="vertical"
                  maxLength={limits.zoneRequestNoteLength}
                  {...getInputProps('note')}
                />
                <p>{t`An administrator needs to approve this zone. You’ll be notified.`}</p>
              </>
            )}
          </>
        ),
      }
    },
  }
}
