import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { isCompanyName, isPersonName, personNameMessage } from '@muster/domain/person-name.ts'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { emailMessage, isEmail } from '../auth/public.ts'

type Props = {
  zoneId: string
  /** True for people who may also sign in visitors who are here. */
  mayReceive: boolean
  opened: boolean
  onClose: () => void
}

export function VisitorDialog({ opened, onClose, ...props }: Props) {
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={props.mayReceive ? t`Add visitor` : t`Invite a visitor`}
      keptInAddress
    >
      <VisitorForm key={props.zoneId} {...props} onClose={onClose} />
    </ResponsiveDialog>
  )
}

function VisitorForm({ zoneId, mayReceive, onClose }: Omit<Props, 'opened'>) {
  const isHere = (when: string) => when === 'now' && mayReceive
  const form = useActForm({
    draft: `visitor-${zoneId}`,
    values: () => ({
      when: mayReceive ? 'now' : 'later',
      name: '',
      company: '',
      phone: '',
      email: '',
      hostName: '',
      badge: '',
      expectedOn: isoDay(new Date()),
      requestId: uuidV7(),
    }),
    fields: 'visitors.add',
    validate: {
      name: it => (isPersonName(it) ? null : i18n._(personNameMessage)),
      company: it => (isCompanyName(it) ? null : i18n._(personNameMessage)),
      // Somebody who is here gets no email, and the field is hidden.
      email: (it, { when }) =>
        when === 'now' || it.trim() === '' || isEmail(it.trim()) ? null : emailMessage,
    },
    call: ({ when, name, company, phone, email, hostName, badge, expectedOn, requestId }) => {
      const person = { zoneId, name, company, phone, requestId }
      return isHere(when)
        ? api.visitors.add({ ...person, hostId: null, hostName, badge })
        : api.visitors.invite({ ...person, expectedOn, email: email.trim() || undefined })
    },
    done: (_, { when, name }) => (isHere(when) ? t`${name} is signed in` : t`${name} is expected`),
    refused: { VISIT_DAY_INVALID: 'expectedOn', VISIT_BADGE_TAKEN: 'badge' },
    invalidates: [orpc.visitors.key()],
    onClose,
  })
  const isNow = isHere(form.values.when)
  return (
    <ActForm
      form={form}
      label={isNow ? t`Sign in` : t`Invite`}
      workingLabel={isNow ? t`Signing in…` : t`Inviting…`}
      disabled={form.values.name.trim() === ''}
      failed={t`The visitor couldn’t be added. Try again.`}
    >
      {mayReceive && (
        <SegmentedControl
          fullWidth
          aria-label={t`When`}
          data={[
            { value: 'now', label: t`Is here now` },
            { value: 'later', label: t`Will come` },
          ]}
          {...form.getInputProps('when')}
        />
      )}
      <TextInput label={t`Name`} data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <TextInput label={t`Company`} autoComplete="off" {...form.getInputProps('company')} />
      <TextInput type="tel" label={t`Phone`} autoComplete="off" {...form.getInputProps('phone')} />
      {isNow ? (
        <>
          <TextInput label={t`Host`} autoComplete="off" {...form.getInputProps('hostName')} />
          <TextInput
            label={t`Badge number`}
            description={t`Enter it if the visitor carries a badge, so that both count as one person.`}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('badge')}
          />
        </>
      ) : (
        <>
          <TextInput
            type="date"
            label={t`Day`}
            required
            min={isoDay(new Date())}
            {...form.getInputProps('expectedOn')}
          />
          <TextInput
            type="email"
            label={t`Email`}
            description={t`Optional. The visitor gets one email with the day, the place and how to sign in. The address isn’t kept.`}
            maxLength={254}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <Text c="dimmed">{t`You are the host. You get an alert when the visitor signs in.`}</Text>
        </>
      )}
    </ActForm>
  )
}
