import { plural, t } from '@lingui/core/macro'
import { Alert, Stack, Text, Textarea } from '@mantine/core'
import { email } from '@muster/contract/auth.ts'
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

type EmailList = {
  /** Each valid address once, in lower case and in the order of the text. */
  readonly emails: readonly string[]
  /** Addresses that the text names more than once. */
  readonly repeated: readonly string[]
  /** The lines without a valid address, with their numbers. */
  readonly bad: readonly { readonly line: number; readonly text: string }[]
}

/** Separated by lines, commas, semicolons or spaces, with or without names as in `Ana Ruiz <ana@example.com>`. */
export function parseEmailList(text: string): EmailList {
  const emails = new Set<string>()
  const repeated = new Set<string>()
  const bad: { line: number; text: string }[] = []
  for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries())
    for (const entry of line.split(/[,;]/).filter(part => part.trim() !== '')) {
      const addresses = listAddresses(entry)
      for (const address of addresses.map(it => it.toLowerCase())) {
        if (!email.safeParse(address).success) bad.push({ line: index + 1, text: address })
        else if (emails.has(address)) repeated.add(address)
        else emails.add(address)
      }
      if (addresses.length === 0) bad.push({ line: index + 1, text: entry.trim() })
    }
  return { emails: [...emails], repeated: [...repeated], bad }
}

/** Returns the parts of an entry that are meant as addresses. */
function listAddresses(entry: string): string[] {
  const inBrackets = /<([^<>]*)>/.exec(entry)?.[1]
  if (inBrackets !== undefined) return [inBrackets.trim()]
  return entry
    .trim()
    .split(/\s+/)
    .filter(part => part.includes('@'))
}

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
          {list.bad.length > 0 && (
            <Text size="sm" c="var(--m-danger)" style={{ overflowWrap: 'anywhere' }}>
              {toBadText(list.bad)}
            </Text>
          )}
          {list.repeated.length > 0 && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {toRepeatedText(list.repeated)}
            </Text>
          )}
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
