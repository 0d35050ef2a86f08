import { t } from '@lingui/core/macro'
import { SegmentedControl, TextInput } from '@mantine/core'
import type { Badge } from '@muster/contract/badges.ts'
import { badgeNumberMaxLength } from '@muster/domain/badge.ts'
import { api, orpc } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { MemberSelect } from './member-select.tsx'

type Props = {
  zoneId: string
  /** The badge whose holder is changed; undefined for a number that is typed. */
  badge: Badge | undefined
  onClose: () => void
}

export const AssignBadgeDialog = inDialog(AssignForm, {
  title: props => (props.badge?.name ? t`Change holder` : t`Assign badge`),
})

type Values = {
  number: string
  kind: 'member' | 'other'
  /** The id and name of the member; empty if none is chosen. Two texts, because a draft keeps no value whose type changes. */
  memberId: string
  memberName: string
  name: string
  company: string
  phone: string
}

function AssignForm({ zoneId, badge, onClose }: Props) {
  const form = useActForm({
    draft: `badge ${zoneId} ${badge?.number ?? ''}`,
    values: (): Values => ({
      number: badge?.number ?? '',
      kind: badge?.name && badge.userId === null ? 'other' : 'member',
      memberId: badge?.userId ?? '',
      memberName: badge?.userId ? (badge.name ?? '') : '',
      name: badge?.userId === null ? (badge.name ?? '') : '',
      company: badge?.company ?? '',
      phone: badge?.userId === null ? badge.phone : '',
    }),
    validate: {
      number: number => (number.trim() === '' ? t`A badge number is required` : null),
      memberId: (memberId, { kind }) => (kind === 'member' && memberId === '' ? t`Choose a member` : null),
      name: (name, { kind }) => (kind === 'other' && name.trim() === '' ? t`A name is required` : null),
    },
    call: ({ number, kind, memberId, name, company, phone }) =>
      api.badges.assign({
        zoneId,
        badges: [
          kind === 'member' ? { number, userId: memberId } : { number, userId: null, name, company, phone },
        ],
      }),
    done: t`Badge assigned`,
    refused: { NOT_ASSIGNED: 'memberId' },
    invalidates: [orpc.badges.key()],
    onClose,
  })
  const { kind, memberId, memberName } = form.values
  return (
    <ActForm
      form={form}
      label={t`Assign badge`}
      workingLabel={t`Saving…`}
      failed={t`The badge couldn’t be assigned. Try again.`}
    >
      <TextInput
        label={t`Badge number`}
        description={t`As the reader sends it. Spaces and upper or lower case make no difference.`}
        required
        readOnly={badge !== undefined}
        maxLength={badgeNumberMaxLength}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={badge === undefined || undefined}
        {...form.getInputProps('number')}
      />
      <SegmentedControl
        fullWidth
        aria-label={t`Holder`}
        data={[
          { value: 'member', label: t`Member` },
          { value: 'other', label: t`Without an account` },
        ]}
        {...form.getInputProps('kind')}
      />
      {kind === 'member' ? (
        <MemberSelect
          zoneId={zoneId}
          chosen={memberId === '' ? undefined : { id: memberId, name: memberName }}
          onPick={member => form.setValues({ memberId: member?.id ?? '', memberName: member?.name ?? '' })}
          error={form.errors.memberId}
        />
      ) : (
        <>
          <TextInput label={t`Name`} required maxLength={120} {...form.getInputProps('name')} />
          <TextInput label={t`Company`} maxLength={120} {...form.getInputProps('company')} />
          <TextInput type="tel" label={t`Phone`} maxLength={40} {...form.getInputProps('phone')} />
        </>
      )}
    </ActForm>
  )
}
