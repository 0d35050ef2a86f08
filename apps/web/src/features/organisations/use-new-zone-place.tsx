import { Select } from '@mantine/core'
import { can } from '@muster/domain/permission.ts'
import { type ReactNode, useState } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { OrganisationSelect } from './organisation-select.tsx'
import { useOrganisations } from './use-organisations.ts'

type NewZonePlace = {
  /** What is sent with the new zone. */
  organisationId: string | undefined
  /** Chooses the organisation; null where there is nothing to choose. */
  field: ReactNode
  /** The zone will wait until it is approved. */
  needsApproval: boolean
  /** The button that creates it. */
  act: string
  acting: string
}

/** Whose a new zone is and whether it opens at once, for every form that creates one. */
export function useNewZonePlace(): NewZonePlace {
  const { profile } = useMe()
  const { several, managed, seesAll } = useOrganisations()
  const [chosen, setChosen] = useState<string>()
  const its = managed.find(({ id }) => id === chosen) ?? (managed.length === 1 ? managed[0] : undefined)
  const needsApproval =
    !can(profile.role, 'view_all_zones') && (its ? its.needsApproval : several && managed.length === 0)
  const field = !several ? null : seesAll ? (
    <OrganisationSelect
      label="Organisation"
      description="Leave it empty for the default organisation."
      value={chosen}
      onChange={setChosen}
    />
  ) : managed.length > 1 ? (
    <Select
      label="Organisation"
      required
      placeholder="Choose an organisation"
      data={managed.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen ?? null}
      onChange={id => setChosen(id ?? undefined)}
    />
  ) : null
  return {
    organisationId: chosen,
    field: needsApproval ? (
      <>
        {field}
        <p>An administrator looks at this zone first. You are told once it is approved.</p>
      </>
    ) : (
      field
    ),
    needsApproval,
    act: needsApproval ? 'Send for approval' : 'Create Zone',
    acting: needsApproval ? 'Sending…' : 'Creating…',
  }
}
