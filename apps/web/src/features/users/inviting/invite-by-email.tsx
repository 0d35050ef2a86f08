import { plural, t } from '@lingui/core/macro'
import { Alert, Stack, Text, Textarea } from '@mantine/core'
import { defaultZoneInvitationDays, maxInvitedEmails } from '@muster/domain/zone-invitation.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts/use-draft.ts'
import { formatList } from '../../../lib/format-list.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { ActForm } from '../../../ui/forms/act-form.tsx'
import { DraftLine } from '../../../ui/forms/draft-notice.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { InvitationTerms, type Terms } from './invitation-terms.tsx'
import { inviteFailureText } from './invitation-words.ts'
import { InvitedEmails } from './invited-emails.tsx'
import { parseEmailList } from './parse-email-list.ts'

/** At most so many bad lines or repeated addresses are named; the rest is counted. */
const MAX_NAMED = 5
const MAX_TEXT_LENGTH = 30_000

type Props = { zone: { id: string; name: string }; onShowList: () => void; onClose: () => void }

/** Mails invitations to a typed or pasted list of addresses. Each link works once, for its address. */
export function InviteByEmail({ zone, onShowList, onClose }: Props) {
  const { userId } = useMe()
  const draft = useDraft(`invite-by-email-${zone.id}`, userId, { text: '' })
  const [terms, setTerms] = useState<Terms>({ role: 'app_user', days: defaultZoneInvitationDays })
  const { data: listedPage } = useQuery(
    orpc.invitations.list.queryOptions({ input: { zoneId: zone.id, limit: 1 } }),
  )
  const list = parseEmailList(draft.values.text)
  const invite = useAct({
    call: (emails: readonly string[]) =>
      api.invitations.invite({ zoneId: zone.id, ...terms, emails: [...emails] }),
    onDone: () => draft.settle(draft.edits),
    invalidatesUnlessLive: [orpc.invitations.list.key()],
  })
  if (invite.data)
    return (
      <InvitedEmails
        outcomes={invite.data.outcomes}
        onAnother={invite.reset}
        onShowList={onShowList}
        onClose={onClose}
      />
    )
  const count = list.emails.length
  const isTooMany = count > maxInvitedEmails
  return (
    <ActForm
      form={{ act: invite, submit: () => invite.mutate(list.emails), onClose }}
      label={count === 0 ? t`Invite` : plural(count, { one: 'Invite # person', other: 'Invite # people' })}
      workingLabel={t`Inviting…`}
      disabled={count === 0 || isTooMany}
      failed={inviteFailureText}
    >
      {listedPage?.mailWorks === false && (
        <Alert color="yellow" icon={<IconInfoCircle size="1.25rem" aria-hidden />}>
          {t`This installation has no mail server: emails only become files on the server. Make a link instead.`}
        </Alert>
      )}
      <Stack gap="xs">
        <Textarea
          label={t`Email addresses`}
          description={t`Up to ${maxInvitedEmails}, one per line or separated by commas. Each link works once, for its address.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={MAX_TEXT_LENGTH}
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          dir="ltr"
          value={draft.values.text}
          onChange={event => draft.set('text', event.currentTarget.value)}
          error={isTooMany && t`Invite at most ${maxInvitedEmails} people at once.`}
        />
        <DraftLine isRestored={draft.isRestored} onDiscard={draft.reset} />
        <div role="status">
          {list.bad.length > 0 && <Text c="var(--m-danger)">{toBadText(list.bad)}</Text>}
          {list.repeated.length > 0 && <Text c="dimmed">{toRepeatedText(list.repeated)}</Text>}
        </div>
      </Stack>
      <InvitationTerms terms={terms} onChange={setTerms} />
    </ActForm>
  )
}

/** Returns the first parts as a list, with the number of further ones. */
function toNamedList(parts: readonly string[]): string {
  const rest = parts.length - MAX_NAMED
  return formatList(
    rest > 0 ? [...parts.slice(0, MAX_NAMED), plural(rest, { one: '# more', other: '# more' })] : parts,
  )
}

function toBadText(bad: ReturnType<typeof parseEmailList>['bad']): string {
  const lines = toNamedList(bad.map(({ line, text }) => t`line ${line} “${text.slice(0, 60)}”`))
  return t`Not an email address, so left out: ${lines}.`
}

function toRepeatedText(repeated: readonly string[]): string {
  const addresses = toNamedList(repeated)
  return t`Named more than once, invited once: ${addresses}.`
}
