import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Organisation } from '@muster/contract/organisations.ts'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { Name } from '../../ui/people/name.tsx'
import {
  type FactsDraft,
  FactsFields,
  factsRules,
  type LimitsDraft,
  LimitsFields,
  limitsRules,
  toFactsDraft,
  toLimitsDraft,
  toLimitsInput,
} from './organisation-form.tsx'
import { OrganisationSelect } from './organisation-select.tsx'

type Props = { organisation: Organisation; onClose: () => void }
const failureText = t`The organisation couldn’t be changed. Try again.`
const invalidatedKeys = [orpc.organisations.key()]

export const EditOrganisationDialog = inDialog(EditForm, { title: t`Edit organisation`, width: 560 })

function EditForm({ organisation, onClose }: Props) {
  const form = useActForm({
    draft: `edit-organisation-${organisation.id}`,
    values: (): FactsDraft => toFactsDraft(organisation),
    validateInputOnBlur: true,
    validate: factsRules,
    isTabOnly: true,
    call: values => api.organisations.update({ organisationId: organisation.id, ...values }),
    done: ({ name }) => [t`Organisation saved`, name],
    invalidates: invalidatedKeys,
    onClose,
  })
  return (
    <ActForm form={form} label={t`Save`} workingLabel={t`Saving…`} failed={failureText}>
      <FactsFields form={form} />
    </ActForm>
  )
}

/** Sets the maximum numbers of zones and people, and whether zones need approval. */
export const LimitsDialog = inDialog(LimitsForm, { title: t`Limits and approval`, width: 480 })

function LimitsForm({ organisation, onClose }: Props) {
  const form = useActForm({
    values: (): LimitsDraft => toLimitsDraft(organisation),
    validateInputOnBlur: true,
    validate: limitsRules,
    call: draft => api.organisations.setLimits({ organisationId: organisation.id, ...toLimitsInput(draft) }),
    done: ({ name }) => [t`Limits saved`, t`${name} keeps its current zones and people.`],
    invalidates: invalidatedKeys,
    onClose,
  })
  return (
    <ActForm form={form} label={t`Save`} workingLabel={t`Saving…`} failed={failureText}>
      <LimitsFields form={form} />
    </ActForm>
  )
}

/** Suspends an organisation, which closes all its zones, or reactivates it. */
export function OrganisationStatusDialog({ organisation, ...dialog }: Props & { opened: boolean }) {
  const { id: organisationId, name, status } = organisation
  const willSuspend = status === 'active'
  return (
    <ConfirmDialog
      {...dialog}
      title={willSuspend ? t`Suspend organisation` : t`Reactivate organisation`}
      confirmLabel={willSuspend ? t`Suspend` : t`Reactivate`}
      workingLabel={willSuspend ? t`Suspending…` : t`Reactivating…`}
      destructive={willSuspend}
      onConfirm={() =>
        api.organisations.setStatus({ organisationId, status: willSuspend ? 'suspended' : 'active' })
      }
      done={[willSuspend ? t`Organisation suspended` : t`Organisation reactivated`, name]}
      invalidates={[...invalidatedKeys, orpc.zones.key()]}
      failure={failureText}
    >
      {willSuspend ? (
        <p>
          <Trans>
            Members will immediately lose access to all zones of <Name>{name}</Name>. Nothing is deleted.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            The zones of <Name>{name}</Name> will reopen as they were. Members will have to enter them again.
          </Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}

type MoveProps = {
  zone: { id: string; name: string }
  from: Organisation
  opened: boolean
  onClose: () => void
}

export function MoveZoneDialog({ zone, from, opened, onClose }: MoveProps) {
  const { name } = zone
  const [targetId, setTargetId] = useState<string>()
  const move = useAct({
    call: (organisationId: string) => api.organisations.moveZone({ organisationId, zoneId: zone.id }),
    onDone: onClose,
    done: [t`Zone moved`, name],
    invalidates: [...invalidatedKeys, orpc.zones.key()],
  })
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Move ${name}`}>
      <ActForm
        form={{ act: move, submit: () => targetId && move.mutate(targetId), onClose }}
        label={t`Move zone`}
        workingLabel={t`Moving…`}
        disabled={targetId === undefined}
        failed={t`The zone couldn’t be moved. Try again.`}
      >
        <p>
          <Trans>
            The zone’s members also join the new organisation. Client admins who don’t belong to it lose
            access to the zone.
          </Trans>
        </p>
        <OrganisationSelect
          label={t`New organisation`}
          required
          value={targetId}
          onChange={setTargetId}
          without={from.id}
        />
      </ActForm>
    </ResponsiveDialog>
  )
}
