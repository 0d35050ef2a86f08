import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { badgeNumberMaxLength } from '@muster/domain/badge.ts'
import { isCompanyName, isPersonName, personNameMessage } from '@muster/domain/person-name.ts'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { creationErrorText, hasCode } from '../../lib/error-text.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
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
  const { form, draft } = useDraftForm(
    `visitor-${zoneId}`,
    () => ({
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
    {
      validate: {
        name: it => (isPersonName(it) ? null : i18n._(personNameMessage)),
        company: it => (isCompanyName(it) ? null : i18n._(personNameMessage)),
        // Somebody who is here gets no email, and the field is hidden.
        email: (it, { when }) =>
          when === 'now' || it.trim() === '' || isEmail(it.trim()) ? null : emailMessage,
      },
    },
  )
  const isNow = form.values.when === 'now' && mayReceive
  const add = useAct({
    call: ({ name, company, phone, email, hostName, badge, expectedOn, requestId }: typeof form.values) => {
      const person = { zoneId, name, company, phone, requestId }
      return isNow
        ? api.visitors.add({ ...person, hostId: null, hostName, badge })
        : api.visitors.invite({ ...person, expectedOn, email: email.trim() || undefined })
    },
    onDone: () => {
      draft.forget()
      onClose()
    },
    done: (_, { name }) => (isNow ? t`${name} is signed in` : t`${name} is expected`),
    refused: [form, { VISIT_DAY_INVALID: 'expectedOn', VISIT_BADGE_TAKEN: 'badge' }],
    onError: draft.renewRequest,
    invalidates: [orpc.visitors.key()],
  })
  return (
    <form noValidate onSubmit={form.onSubmit(values => add.mutate(values))}>
      <Stack>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {add.error && !hasCode(add.error, 'VISIT_DAY_INVALID', 'VISIT_BADGE_TAKEN') && (
          <ProblemAlert>
            {creationErrorText(add.error, t`The visitor couldn’t be added. Try again.`)}
          </ProblemAlert>
        )}
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
        <TextInput
          label={t`Name`}
          required
          data-autofocus
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput label={t`Company`} maxLength={120} autoComplete="off" {...form.getInputProps('company')} />
        <TextInput
          type="tel"
          label={t`Phone`}
          maxLength={40}
          autoComplete="off"
          {...form.getInputProps('phone')}
        />
        {isNow ? (
          <>
            <TextInput
              label={t`Host`}
              maxLength={120}
              autoComplete="off"
              {...form.getInputProps('hostName')}
            />
            <TextInput
              label={t`Badge number`}
              description={t`Enter it if the visitor carries a badge, so that both count as one person.`}
              maxLength={badgeNumberMaxLength}
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
            <Text size="sm" c="dimmed">
              <Trans>You are the host. You get an alert when the visitor signs in.</Trans>
            </Text>
          </>
        )}
      </Stack>
      <FormButtons
        label={isNow ? t`Sign in` : t`Invite`}
        workingLabel={isNow ? t`Signing in…` : t`Inviting…`}
        working={add.isPending}
        disabled={form.values.name.trim() === ''}
        onCancel={onClose}
      />
    </form>
  )
}
