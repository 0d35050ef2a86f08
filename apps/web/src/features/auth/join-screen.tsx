import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { roleLabel } from '@muster/domain/role.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { formatUpcoming } from '../../lib/format-time.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { LoadingScreen } from '../../ui/states/loading-screen.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { EndedInvitation } from './ended-invitation.tsx'
import { JoinAsGuest } from './join-as-guest.tsx'

type Props = {
  /** The secret of the link; undefined if the address is incomplete. */
  token: string | undefined
  /** Called with the id of the zone once the person belongs to it. */
  onJoined: (zoneId: string) => void
}

export function JoinScreen({ token, onJoined }: Props) {
  const session = useSession()
  const signOut = useSignOut()
  const userId = session.status === 'signed-in' ? session.userId : null
  const preview = useQuery({
    ...orpc.invitations.preview.queryOptions({
      input: token === undefined || session.status === 'loading' ? skipToken : { token },
    }),
    // The answer depends on the person, and may change while the page is open.
    queryKey: [...orpc.invitations.preview.key(), token, userId],
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const accept = useAct({
    call: () => api.invitations.accept({ token: token ?? '' }),
    onDone: ({ zoneId }) => onJoined(zoneId),
    done: ({ zoneName }) => t`You joined ${zoneName}`,
    invalidates: [orpc.zones.key(), orpc.invitations.preview.key()],
    onError: error => void (hasCode(error, 'INVITATION_ENDED') && preview.refetch()),
  })
  if (token === undefined) return <EndedInvitation state="expired" zoneName={null} invitedBy={null} />
  if (preview.isError && !preview.data)
    return (
      <AuthFrame title={t`Invitation`} intro={t`The invitation couldn’t be loaded.`}>
        <ErrorState
          title={errorTextWithTime(preview.error, t`Check your connection and try again.`)}
          query={preview}
        />
      </AuthFrame>
    )
  if (!preview.data) return <LoadingScreen />
  const invitation = preview.data
  const leaveAccount = () => void signOut(`${paths.join}?invitation=${token}`)
  const { state, zoneName, role } = invitation
  if (state !== 'open' || zoneName === null || role === null)
    return (
      <EndedInvitation
        {...invitation}
        onOtherAccount={state === 'other_address' || state === 'sees_all' ? leaveAccount : undefined}
      />
    )
  const roleName = i18n._(roleLabel(role))
  return (
    <AuthFrame title={t`Join ${zoneName}`} intro={<JoinIntro {...invitation} roleName={roleName} />}>
      {session.status === 'signed-in' ? (
        <Stack>
          {/* The preview that is read again usually says why the invitation ended. */}
          {accept.isError && !preview.isFetching && (
            <ProblemAlert>
              {errorTextWithTime(accept.error, t`You couldn’t be added to the zone. Try again.`)}
            </ProblemAlert>
          )}
          <Button
            fullWidth
            h="auto"
            mih={44}
            py={6}
            loading={accept.isPending}
            onClick={() => accept.mutate()}
          >
            <Text span inherit style={{ whiteSpace: 'normal' }}>
              <Trans>
                Join {zoneName} as {roleName}
              </Trans>
            </Text>
          </Button>
          <Text c="dimmed">
            <Trans>
              You are signed in as <bdi>{session.email}</bdi>. The zone’s managers will see your profile.
            </Trans>
          </Text>
          <Button variant="default" fullWidth onClick={leaveAccount}>
            {t`Use another account`}
          </Button>
          <Button variant="subtle" color="gray" fullWidth component={Link} to={paths.zoneSelection}>
            {t`Not now`}
          </Button>
        </Stack>
      ) : (
        <JoinAsGuest token={token} invitation={invitation} />
      )}
    </AuthFrame>
  )
}

type IntroProps = { invitedBy: string | null; roleName: string; expiresAt: string | null }

function JoinIntro({ invitedBy, roleName, expiresAt }: IntroProps) {
  const until = expiresAt === null ? '' : formatUpcoming(new Date(expiresAt), new Date())
  return (
    <Trans>
      <bdi>{invitedBy}</bdi> invites you as {roleName}. The invitation is valid until {until}.
    </Trans>
  )
}
